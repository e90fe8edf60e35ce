import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { createArrivalNeededError, isUnpaid, parseArrivalTime } from '../model.ts'
import { type Deposit, getCreditRate, toDeposit } from '../queries.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import type { DepositTables } from '../tables.ts'

export type RecordObservedPayment = {
  depositId: string
  /** The time the payment was first seen, as an ISO instant. */
  arrivedAt?: string
  /** The transaction id, the bank reference, or where else staff saw the payment. */
  evidence?: string
}

const EVIDENCE_LIMIT = 500

/**
 * Makes a deposit pending because staff observed its payment without a proof, with the time it was
 * first seen and what shows it; in the sandbox the time is now unless it is entered. The time
 * decides the rate, which is displayed before the deposit is confirmed. Throws `arrival_needed` and
 * `evidence_needed` (400), `already_submitted` and `account_closed` (409), and what
 * `parseArrivalTime` throws.
 */
export async function recordObservedPayment(
  app: App,
  admin: Staff,
  { depositId, arrivedAt: arrivalText, evidence = '' }: RecordObservedPayment,
): Promise<Deposit> {
  assertPermitted(admin, 'deposit.confirm')

  const trimmedEvidence = evidence.trim()
  if (app.config.MODE === 'live' && !arrivalText) throw createArrivalNeededError()
  if ((app.config.MODE === 'live' && !trimmedEvidence) || trimmedEvidence.length > EVIDENCE_LIMIT)
    throw createEvidenceNeededError()

  const row = await runInTransaction(app.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (!isUnpaid(deposit.status))
      throw new DomainError(
        'already_submitted',
        409,
        'This deposit is no longer waiting for a payment.',
      )

    if ((await getMember(tx, deposit.member_id)).status === 'closed')
      throw createAccountClosedError()

    const now = app.clock.now()
    const arrivedAt = arrivalText ? parseArrivalTime(arrivalText, deposit.created_at, now) : now
    const { late, rate } = await getCreditRate(app, toDeposit(deposit, now), arrivedAt)

    await record(tx, now, admin, 'deposit.payment-observed', depositId, {
      arrivedAt: arrivedAt.toISOString(),
      late,
      creditRate: rate,
      ...(trimmedEvidence && { evidence: trimmedEvidence }),
    })

    return await tx
      .withTables<DepositTables>()
      .updateTable('deposit')
      .set({
        status: 'pending',
        submitted_at: now,
        arrived_at: arrivedAt,
        late,
        credit_rate: rate,
        evidence: trimmedEvidence || null,
      })
      .where('id', '=', depositId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })

  app.events.publish(toMemberAudience(row.member_id), 'deposits')

  return toDeposit(row, app.clock.now())
}

const createEvidenceNeededError = () =>
  new DomainError(
    'evidence_needed',
    400,
    'Please enter the transaction ID, bank reference or where you saw the payment.',
    'evidence',
  )

const createAccountClosedError = () =>
  new DomainError(
    'account_closed',
    409,
    'This account was closed after the quote expired. Nothing was changed. Record the payment ' +
      'as unmatched and refund it.',
  )
