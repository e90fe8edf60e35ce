import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { getPrice } from '#modules/market/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { computeDepositStatus, isUnpaid } from '../model.ts'
import { type Deposit, toDeposit } from '../queries.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Makes a deposit pending because staff observed its payment without a proof. After the quote has
 * ended the deposit takes the current rate, which is displayed before it is confirmed. Throws
 * `already_submitted` and `account_closed` (409).
 */
export async function recordObservedPayment(
  app: App,
  admin: Staff,
  depositId: string,
): Promise<Deposit> {
  assertPermitted(admin, 'deposit.confirm')

  const row = await runInTransaction(app.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (!isUnpaid(deposit.status))
      throw new DomainError(
        'already_submitted',
        409,
        'This deposit does not wait for a payment any more.',
      )

    if ((await getMember(tx, deposit.member_id)).status === 'closed')
      throw createAccountClosedError()

    const now = app.clock.now()
    const late =
      computeDepositStatus({ status: deposit.status, expiresAt: deposit.expires_at }, now) ===
      'expired'
    const creditRate = late ? (await getPrice(app, deposit.coin)).rate : deposit.rate

    await record(tx, now, admin, 'deposit.payment-observed', depositId, { late, creditRate })

    return await tx
      .withTables<DepositTables>()
      .updateTable('deposit')
      .set({ status: 'pending', submitted_at: now, late, credit_rate: creditRate })
      .where('id', '=', depositId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })

  app.events.publish(toMemberAudience(row.member_id), 'deposits')

  return toDeposit(row, app.clock.now())
}

const createAccountClosedError = () =>
  new DomainError(
    'account_closed',
    409,
    'This account was closed after its quote had ended. Nothing was changed: receive the ' +
      'payment as unmatched, and send it back.',
  )
