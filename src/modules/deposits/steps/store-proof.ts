import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { formatPlanName, type PlanVersion } from '#modules/plans/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import type { SafeFile } from '#platform/files/safe-file.ts'
import { isUnpaid } from '../model.ts'
import { type Deposit, getCreditRate, toDeposit } from '../queries.ts'
import type { DepositTables } from '../tables.ts'
import { lockDeposit } from './lock-deposit.ts'

/**
 * Writes the file and then the row. The file is removed only before the commit starts: a commit
 * that reports an error may have succeeded, and then a row names the file.
 */
export async function storeProof(
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

/** Throws `already_submitted` (409) unless the deposit is unpaid. */
export function assertOpen(status: Deposit['status']) {
  if (!isUnpaid(status))
    throw new DomainError(
      'already_submitted',
      409,
      'We already have the proof of payment for this deposit.',
    )
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
