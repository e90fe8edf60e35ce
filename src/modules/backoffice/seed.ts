import { type Cents, formatAmount } from '#lib/money.ts'
import type { Permission, Proposal } from '#modules/approvals/model.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { getMemberBalances, listAccountEntries } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { adjustBalance } from './commands/adjust-balance.ts'
import { decideProposal } from './commands/decide-proposal.ts'

/** Returns the app with its clock at an instant of the seed timeline. */
type AppFactory = (instant: string) => App

type SeedProposal = {
  permission: Permission
  proposed: string
  decided: string
  by: Admin
  propose: (app: App) => Promise<Proposal>
}

/**
 * Creates a proposal at one date and approves it by another admin at a later date. Continues a
 * proposal of an earlier run.
 */
export async function seedAgreed(
  at: AppFactory,
  { permission, proposed, decided, by, propose }: SeedProposal,
): Promise<void> {
  const then = at(proposed)
  const existing = (await listProposals(then.db, then.clock.now(), { limit: 200 })).find(
    (proposal) =>
      proposal.permission === permission &&
      proposal.proposedAt.getTime() === then.clock.now().getTime(),
  )
  const proposal = existing ?? (await propose(then))
  if (proposal.decision) return

  await decideProposal(at(decided), by, {
    id: proposal.id,
    approve: true,
    contentHash: proposal.contentHash,
  })
}

export type SampleAdjustment = { at: string; change: Cents; reason: string }

/** Adjusts a member's balance, or proposes it, unless an adjustment exists for this day. */
export async function seedAdjustment(
  app: App,
  admin: Admin,
  member: Member,
  { change, reason }: Omit<SampleAdjustment, 'at'>,
): Promise<void> {
  const adjustments = await listAccountEntries(app.db, toMemberAccountCode(member.id, 'cash'), {
    transferType: 'adjusted',
  })
  if (adjustments.some(({ effectiveDate }) => effectiveDate === app.clock.today())) return

  const { cash, principal } = await getMemberBalances(app.db, member.id)
  const withdrawableBalance = formatAmount(cash + principal + change, 'USD')
  await adjustBalance(app, admin, { memberId: member.id, withdrawableBalance, reason })
}
