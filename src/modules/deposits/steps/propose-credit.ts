import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { computeProposalState, type Proposal } from '#modules/approvals/model.ts'
import { getProposal } from '#modules/approvals/queries.ts'
import { closeProposal, decide } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { selectMember, takeMember } from '#modules/identity/queries.ts'
import { selectLockedCreditPlan, takeCreditPlan } from '#modules/plans/queries.ts'
import { findOpenReceipt } from '#modules/treasury/steps/prepare-arrival.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { hashContent } from '#platform/http/json.ts'
import { toCreditContent } from '../model.ts'
import { parseApprovedCredit } from '../queries/approved-credit.ts'
import { computeDepositCredit, toDeposit } from '../queries.ts'
import type { DepositTables } from '../tables.ts'
import { assertConfirmable, creditDeposit, type PreparedCredit } from './credit-deposit.ts'
import { lockDeposit } from './lock-deposit.ts'

type Row = Selectable<DepositTables['deposit']>

/**
 * Proposes the credit of a deposit for a second admin. Where another admin has proposed exactly
 * this credit, the confirmation approves it and credits the deposit. Throws `second_admin`,
 * `content_changed`, `receipt_used` and `receipt_conflict` (409).
 */
export async function proposeCredit(
  app: App,
  tx: Tx,
  admin: Staff,
  deposit: Row,
  prepared: PreparedCredit,
): Promise<Row> {
  const { credit } = prepared
  const content = toCreditContent(credit)
  const open = await findWaitingCredit(app, tx, deposit)

  if (open?.proposedBy === admin.id)
    throw new DomainError(
      'second_admin',
      409,
      'You’ve already confirmed this deposit. Another admin has to approve it.',
    )
  if (open) {
    await decide(tx, app, admin, open, { approve: true, contentHash: hashContent(content) })
    return await creditDeposit(app, tx, admin, deposit, prepared)
  }

  const { arrival } = credit
  await findOpenReceipt(tx, arrival, { currency: arrival.currency, units: arrival.amount })

  const { id } = await propose(tx, app, admin, {
    permission: 'deposit.confirm',
    subjectId: deposit.id,
    content,
  })

  return await tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({ approval_id: id })
    .where('id', '=', deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Credits a deposit whose proposal another admin has approved. Throws `proposal_outdated` (409)
 * where the plan was closed meanwhile, so that something else would be posted.
 */
export async function carryOutDeposit(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const deposit = await lockDeposit(tx, proposal.subjectId)
  assertConfirmable(deposit)

  const credit = parseApprovedCredit(proposal.content)
  const rows = await readBatch(tx, {
    plan: selectLockedCreditPlan(tx, deposit.plan_version_id),
    member: selectMember(tx, deposit.member_id),
  })
  const plan = takeCreditPlan(rows.plan)
  const figures = await computeDepositCredit(app, plan, toDeposit(deposit, app.clock.now()), {
    received: credit.arrival,
    arrivedAt: credit.arrivedAt,
  })
  if (figures.invested !== credit.invested)
    throw new DomainError(
      'proposal_outdated',
      409,
      'The plan has changed since this was proposed. Reject the proposal and confirm the deposit again.',
    )

  const member = takeMember(rows.member)
  await creditDeposit(app, tx, admin, deposit, { credit, figures, plan, member })
  app.events.publish(toMemberAudience(member.id), 'deposits')
}

/** Closes the waiting proposal of a deposit that is rejected. */
export async function endCreditProposal(
  app: App,
  tx: Tx,
  actor: Actor,
  deposit: Row,
  reason: string,
): Promise<void> {
  const open = await findWaitingCredit(app, tx, deposit)
  if (!open) return

  const { contentHash } = open
  await closeProposal(tx, app, actor, open, { approve: false, contentHash, reason })
}

async function findWaitingCredit(app: App, tx: Tx, deposit: Row): Promise<Proposal | null> {
  if (!deposit.approval_id) return null
  const proposal = await getProposal(tx, deposit.approval_id)
  return computeProposalState(proposal, app.clock.now()) === 'waiting' ? proposal : null
}
