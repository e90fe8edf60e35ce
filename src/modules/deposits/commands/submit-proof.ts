import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { DAY_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { parseAmount } from '#lib/money.ts'
import { formatPercentage } from '#lib/percentages.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { formatPlanName, type PlanVersion } from '#modules/plans/model.ts'
import { getPlanVersion } from '#modules/plans/queries.ts'
import { parsePaymentMethod } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import type { SafeFile } from '#platform/files/safe-file.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import { isUnpaid, PROOF_BYTES_A_DAY, TEXTS } from '../model.ts'
import { type Deposit, getCreditRate, getDeposit, sumProofBytes, toDeposit } from '../queries.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import type { DepositTables } from '../tables.ts'

export type SubmitProof = {
  depositId: string
  planId?: string
  amount?: string
  method?: string
  address?: string
  /** The target return as displayed: `50%`. */
  percentage?: string
  proof?: Uint8Array
}

/**
 * Stores the proof of payment of a quote and makes the deposit pending. When the proof is uploaded
 * has no effect on the rate. A rejected proof leaves no file. Throws `missing`
 * and `no_proof` (400), `already_submitted` (409), `differs_from_quote` (422), `too_many_files`
 * (429), and what `sanitiseUpload` throws.
 */
export async function submitProof(app: App, member: Actor, input: SubmitProof): Promise<Deposit> {
  const missing = !input.planId
    ? 'selected_plan'
    : !input.method
      ? 'payment_method'
      : !input.amount && 'amount'
  if (missing) throw new DomainError('missing', 400, TEXTS.missing, missing)

  assertActive(await getMember(app.db, member.id))

  const quote = await getDeposit(app.db, member.id, input.depositId, app.clock.now())
  assertOpen(quote.status)
  const plan = await getPlanVersion(app.db, quote.planVersionId)
  assertSameAsQuote(quote, plan, input)

  if (!input.proof) throw new DomainError('no_proof', 400, TEXTS.noProof, 'payment_proof')

  await assertProofQuota(app, member.id)

  const file = await sanitiseUpload(input.proof, 'payment_proof')
  const deposit = await storeProof(app, member, { depositId: quote.id, plan, file })

  app.events.publish(toMemberAudience(member.id), 'deposits')

  return deposit
}

async function assertProofQuota({ db, clock }: App, memberId: string) {
  const since = new Date(clock.now().getTime() - DAY_MS)
  if ((await sumProofBytes(db, memberId, since)) >= PROOF_BYTES_A_DAY)
    throw new DomainError(
      'too_many_files',
      429,
      'You’ve uploaded 100 MB of proofs in the last 24 hours, so this file wasn’t saved. ' +
        'Please try again later or contact us.',
      'payment_proof',
    )
}

/**
 * Writes the file and then the row. The file is removed only before the commit starts: a commit
 * that reports an error may have succeeded, and then a row names the file.
 */
async function storeProof(
  app: App,
  member: Actor,
  { depositId, plan, file }: { depositId: string; plan: PlanVersion; file: SafeFile },
) {
  const key = `proofs/${createId('prf')}`
  let committing = false

  await app.files.write(key, file.content)

  try {
    return await runInTransaction(app.db, async (tx) => {
      committing = false

      const now = app.clock.now()
      const deposit = await lockDeposit(tx, depositId, member.id)

      assertOpen(deposit.status)
      const row = await tx
        .withTables<DepositTables>()
        .updateTable('deposit')
        .set({
          status: 'pending',
          submitted_at: now,
          ...(await simulateArrival(app, deposit, now)),
          ...toProofColumns(key, file),
        })
        .where('id', '=', depositId)
        .returningAll()
        .executeTakeFirstOrThrow()

      await notifyProofReceived(app, tx, row, plan)
      await record(tx, now, member, 'deposit.submitted', depositId, {
        proof: row.proof_sha256,
      })
      committing = true

      return toDeposit(row, now)
    })
  } catch (error) {
    if (!committing) await discardFiles(app, [key])
    throw error
  }
}

/**
 * In the sandbox the member's payment is simulated at the time of the proof. In live a proof says
 * nothing about when a payment arrived.
 */
async function simulateArrival(app: App, row: Selectable<DepositTables['deposit']>, at: Date) {
  if (app.config.MODE === 'live') return {}
  const { late, rate } = await getCreditRate(app, toDeposit(row, at), at)
  return { arrived_at: at, late, credit_rate: rate }
}

const toProofColumns = (key: string, file: SafeFile) => ({
  proof_key: key,
  proof_type: file.type,
  proof_bytes: file.content.length,
  proof_sha256: createHash('sha256').update(file.content).digest('hex'),
})

function assertOpen(status: Deposit['status']) {
  if (!isUnpaid(status))
    throw new DomainError(
      'already_submitted',
      409,
      'We already have the proof of payment for this deposit.',
    )
}

/** Throws `differs_from_quote` (422) if the form names anything but the quoted terms. */
function assertSameAsQuote(quote: Deposit, plan: PlanVersion, input: SubmitProof) {
  const percentage = formatPercentage(plan.targetBps).slice(0, -1)
  const createMismatchError = (field: string, what: string) =>
    new DomainError(
      'differs_from_quote',
      422,
      `The ${what} differs from your quote. Please get a new quote.`,
      field,
    )
  if (input.planId !== plan.id) throw createMismatchError('selected_plan', 'plan')
  if (parseAmount(input.amount?.trim() ?? '', 'USD') !== quote.amount)
    throw createMismatchError('amount', 'amount')
  if (parsePaymentMethod(input.method ?? '') !== quote.method)
    throw createMismatchError('payment_method', 'payment method')
  if (input.address !== undefined && input.address.trim() !== quote.address)
    throw createMismatchError('wallet_address', 'payment address')
  if (input.percentage !== undefined && input.percentage.trim().replace(/%$/, '') !== percentage)
    throw createMismatchError('interest_percentage', 'target return')
}

const notifyProofReceived = (
  app: App,
  tx: Tx,
  row: Selectable<DepositTables['deposit']>,
  plan: PlanVersion,
) =>
  notifyMember(tx, app, row.member_id, 'deposit-received', {
    depositId: row.id,
    amount: row.amount,
    plan: formatPlanName(plan),
    coin: row.coin,
    coinAmount: row.coin_amount,
    late: row.expires_at <= app.clock.now(),
  })
