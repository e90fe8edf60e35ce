import { DomainError } from '#lib/errors.ts'
import { cancelDepositRewards } from '#modules/affiliates/steps/cancel-deposit-rewards.ts'
import { lockRewards } from '#modules/affiliates/steps/lock-rewards.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { formatPlanName } from '#modules/plans/model.ts'
import { getPlanVersion } from '#modules/plans/queries.ts'
import { lockPosition } from '#modules/plans/steps/lock-position.ts'
import { reversePosition } from '#modules/plans/steps/reverse-position.ts'
import { simulateMovement } from '#modules/treasury/steps/simulate-movement.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { buildReversalTransfers, createNotCompletedError, type DepositReversal } from '../model.ts'
import {
  computeDepositReversal,
  parseApprovedReversal,
  type ReversalFigures,
  toDeposit,
} from '../queries.ts'
import { lockDeposit } from './lock-deposit.ts'
import { markReversed } from './mark-reversed.ts'

/**
 * Locks a deposit with its position, rewards and its member's money, and returns what reversing it
 * undoes. Throws `not_completed`, `position_matured`, `position_bore_loss`, `reward_paid` and
 * `money_gone` (409).
 */
export async function lockReversal(
  app: App,
  tx: Tx,
  depositId: string,
): Promise<Omit<ReversalFigures, 'refusal'>> {
  const deposit = await lockDeposit(tx, depositId)
  await lockMemberMoney(tx, deposit.member_id)
  if (deposit.position_id) await lockPosition(tx, deposit.member_id, deposit.position_id)
  await lockRewards(tx)

  const figures = await computeDepositReversal(app, tx, toDeposit(deposit, app.clock.now()))
  if (!figures) throw createNotCompletedError(deposit.status)
  if (figures.refusal) throw figures.refusal

  return figures
}

/**
 * Reverses a deposit as two admins approved: undoes its rows, unwinds its position, ends the
 * rewards that came of it and notifies the member. Throws `proposal_outdated` (409) where something
 * else would be posted than was approved, and what `lockReversal` throws.
 */
export async function carryOutDepositReversal(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const depositId = proposal.subjectId
  const approved = parseApprovedReversal(proposal.content)
  const { reversal } = await lockReversal(app, tx, depositId)
  if (reversal.principal !== approved.principal || reversal.credited !== approved.credited)
    throw new DomainError(
      'proposal_outdated',
      409,
      'The position has changed since this was proposed. Reject the proposal and reverse the ' +
        'deposit again.',
    )

  if (approved.positionId !== null)
    await reversePosition(tx, app, approved.positionId, approved.principal)
  const { plan_version_id: versionId } = await markReversed(
    app,
    tx,
    admin,
    proposal,
    approved.reason,
  )
  await cancelDepositRewards(tx, depositId)

  const { memberId, receivedIn, received, credited, principal, reason } = approved
  await simulateMovement(tx, app, {
    account: toCustodyAccountCode(receivedIn),
    units: -received,
    reference: proposal.id,
  })
  await post(tx, buildApprovedTransfers(app, admin, proposal, approved))

  await notifyMember(tx, app, memberId, 'deposit-reversed', {
    depositId,
    plan: formatPlanName(await getPlanVersion(tx, versionId)),
    credited,
    principal,
    reason,
  })
  const details = { ...proposal.content, approval: proposal.id }
  await record(tx, app.clock.now(), admin, 'deposit.reversed', depositId, details)
  app.events.publish(toMemberAudience(memberId), 'deposits')
}

const buildApprovedTransfers = (
  { clock }: App,
  admin: Staff,
  { id: approval, subjectId }: Proposal,
  reversal: DepositReversal,
) =>
  buildReversalTransfers(subjectId, reversal, { on: clock.today(), actor: admin.id }).map(
    (transfer) => ({ ...transfer, approval }),
  )
