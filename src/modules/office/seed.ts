import { amountText, type Cents } from '#lib/money.ts'
import type { Proposal, StaffAct } from '#modules/approvals/model.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { memberAccount } from '#modules/ledger/model.ts'
import { entriesOf, memberBalances } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { adjustBalance } from './commands/adjust-balance.ts'
import { decideProposal } from './commands/decide-proposal.ts'

/** The app at an instant of the story. */
type At = (instant: string) => App

type Agreement = {
  act: StaffAct
  proposed: string
  decided: string
  by: Admin
  propose: (app: App) => Promise<Proposal>
}

/**
 * What one admin proposed and another agreed to, at their dates; what was proposed before is gone
 * on with.
 */
export async function seedAgreed(
  at: At,
  { act, proposed, decided, by, propose }: Agreement,
): Promise<void> {
  const then = at(proposed)
  const known = (await listProposals(then.db, then.clock.now(), { limit: 200 })).find(
    (one) => one.act === act && one.proposedAt.getTime() === then.clock.now().getTime(),
  )
  const proposal = known ?? (await propose(then))
  if (proposal.decision) return

  await decideProposal(at(decided), by, {
    id: proposal.id,
    approve: true,
    contentHash: proposal.contentHash,
  })
}

export type SampleAdjustment = { at: string; change: Cents; reason: string }

/** Adjusts a member's balance, or proposes it, unless that was done on this day. */
export async function seedAdjustment(
  app: App,
  admin: Admin,
  member: Member,
  { change, reason }: Omit<SampleAdjustment, 'at'>,
): Promise<void> {
  const made = await entriesOf(app.db, memberAccount(member.id, 'cash'), { kind: 'adjusted' })
  if (made.some(({ effective }) => effective === app.clock.today())) return
  const { cash, principal } = await memberBalances(app.db, member.id)
  const withdrawableBalance = amountText(cash + principal + change, 'USD')
  await adjustBalance(app, admin, { memberId: member.id, withdrawableBalance, reason })
}
