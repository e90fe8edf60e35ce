import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { formatUsd } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { type Decide, decide } from '#modules/approvals/steps/decide.ts'
import type { Staff } from '#modules/identity/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { hashContent } from '#platform/http/json.ts'
import { toProposalContent } from '../model.ts'
import { sumRecentApprovals } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'
import { assertApprovable } from './assert-approvable.ts'
import { fixWithdrawal } from './fix-withdrawal.ts'
import { lockWithdrawal } from './lock-withdrawal.ts'
import { endProposal, findWaitingProposal, proposeApproval } from './propose-approval.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Returns the cents from which two admins approve, and whether this withdrawal reaches them
 * together with the member's others that were approved within a day. Locks the member's money and
 * then the member, in the order of a closing account, so that parallel approvals are summed one
 * after the other.
 */
async function evaluateSecondAdminRule(app: App, tx: Tx, row: Row) {
  await lockMemberMoney(tx, row.member_id)
  await lockMember(tx, row.member_id)

  const { secondAdminFrom } = await getSetting(tx, app.config, 'withdrawals')
  const other = { id: row.id, memberId: row.member_id }
  const recentCents = await sumRecentApprovals(tx, other, app.clock.now())
  const from = BigInt(secondAdminFrom)

  return { from, needed: row.amount + recentCents >= from }
}

/**
 * Records one admin's approval of a locked withdrawal. Where one admin is enough the withdrawal is
 * fixed. Where two are needed the first approval proposes it, and the second, of another admin and
 * the same content, fixes it. Throws `second_admin`, `content_changed` (409) and what
 * `assertApprovable`, `decide` and `fixWithdrawal` throw.
 */
export async function recordWithdrawalApproval(
  app: App,
  tx: Tx,
  admin: Staff,
  row: Row,
  { addressReviewed, signature }: { addressReviewed: boolean; signature?: Decide['signature'] },
): Promise<Row> {
  await assertApprovable(app, tx, row, addressReviewed)

  const { from, needed } = await evaluateSecondAdminRule(app, tx, row)
  const open = await findWaitingProposal(app, tx, row)

  if (open && open.proposedBy !== admin.id)
    await decide(tx, app, admin, open, {
      approve: true,
      contentHash: hashContent(toProposalContent(row)),
      signature,
    })
  else if (needed) {
    if (!open) return await proposeApproval(app, tx, admin, row)
    throw new DomainError(
      'second_admin',
      409,
      `You’ve already approved. From ${formatUsd(from)}, another admin also has to approve.`,
    )
  } else if (open)
    await endProposal(app, tx, admin, row, 'One approval is now enough, and it was given.')

  return await fixWithdrawal(app, tx, admin, row, from)
}

/** Fixes a withdrawal whose proposal another admin has approved in the approvals queue. */
export async function carryOutWithdrawal(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
  { addressReviewed = false }: { addressReviewed?: boolean },
): Promise<void> {
  const row = await lockWithdrawal(tx, proposal.subjectId)
  await assertApprovable(app, tx, row, addressReviewed)
  const { from } = await evaluateSecondAdminRule(app, tx, row)
  const fixed = await fixWithdrawal(app, tx, admin, row, from)
  app.events.publish(toMemberAudience(fixed.member_id), 'withdrawals')
}
