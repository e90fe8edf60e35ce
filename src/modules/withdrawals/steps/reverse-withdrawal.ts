import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { simulateMovement } from '#modules/treasury/steps/simulate-movement.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { buildReversalTransfers, createNotCompletedError } from '../model.ts'
import {
  computeWithdrawalReversal,
  parseWithdrawalReversal,
  toWithdrawal,
  type WithdrawalReversalFigures,
} from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'
import { lockWithdrawal } from './lock-withdrawal.ts'

/**
 * Locks a withdrawal and returns what reversing its payment undoes. Throws `not_found` (404),
 * `not_completed` and `fees_taken` (409).
 */
export async function lockWithdrawalReversal(
  tx: Tx,
  id: string,
): Promise<WithdrawalReversalFigures['reversal']> {
  const withdrawal = toWithdrawal(await lockWithdrawal(tx, id))
  const figures = await computeWithdrawalReversal(tx, withdrawal)
  if (!figures) throw createNotCompletedError(withdrawal.status)
  if (figures.refusal) throw figures.refusal

  return figures.reversal
}

/**
 * Reverses the payment of a withdrawal as two admins approved, and notifies the member. Throws what
 * `lockWithdrawalReversal` throws.
 */
export async function carryOutWithdrawalReversal(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const withdrawalId = proposal.subjectId
  const reversal = parseWithdrawalReversal(proposal.content)
  await lockWithdrawalReversal(tx, withdrawalId)
  await markReversed(app, tx, admin, proposal, reversal.reason)

  const { memberId, amount, coin, coinAmount, source, reason } = reversal
  await simulateMovement(tx, app, {
    account: toCustodyAccountCode(coin),
    units: coinAmount,
    reference: proposal.id,
  })
  const by = { on: app.clock.today(), actor: admin.id }
  const transfers = buildReversalTransfers(withdrawalId, reversal, by)
  await post(
    tx,
    transfers.map((leg) => ({ ...leg, approval: proposal.id })),
  )

  await notifyMember(tx, app, memberId, 'withdrawal-reversed', {
    withdrawalId,
    amount,
    source,
    reason,
  })
  const details = { ...proposal.content, approval: proposal.id }
  await record(tx, app.clock.now(), admin, 'withdrawal.reversed', withdrawalId, details)
  app.events.publish(toMemberAudience(memberId), 'withdrawals')
}

const markReversed = (
  { clock }: App,
  tx: Tx,
  admin: Staff,
  { id: approval, subjectId }: Proposal,
  reason: string,
) =>
  tx
    .withTables<WithdrawalTables>()
    .updateTable('withdrawal')
    .set({
      status: 'reversed',
      reversed_at: clock.now(),
      reversed_by: admin.label,
      reversal_reason: reason,
      reversal_approval_id: approval,
    })
    .where('id', '=', subjectId)
    .execute()
