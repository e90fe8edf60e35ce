import { computeProposalState } from '#modules/approvals/model.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import { getMemberBalances, sumOwedToMembers } from '#modules/ledger/queries.ts'
import { toEntryResponse } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { buildReversalTransfers, isFarFromQuote } from '../model.ts'
import { hasOwnPayments } from '../queries/own-payments.ts'
import { computeDepositReversal, type Deposit } from '../queries.ts'
import { loadChecks } from './checks.ts'
import { type Credit, computeCredit, type PreviewInput } from './credit.ts'
import { buildEvidence } from './evidence.ts'
import { buildExpectedEntries, listPostedEntries } from './review-entries.ts'
import { buildStaffDeposit } from './staff.ts'

/** Returns the checks of a deposit and the entries that confirming posts or has posted. */
export async function buildDepositReview(app: App, deposit: Deposit, input: PreviewInput) {
  const credit = await computeCredit(app, deposit, input)
  const isPending = deposit.status === 'pending'
  const isLive = app.config.MODE === 'live'
  const isShown = credit.payments.length > 0
  const evidence = (await buildEvidence(app, [deposit])).get(deposit.id) ?? null

  const isEvidence = isShown && (await hasOwnPayments(app.db, deposit.id))
  return {
    address: deposit.address,
    network: deposit.network,
    checks: await loadChecks(app, deposit, credit),
    evidence,
    receiptNeeded: isLive && !isShown,
    arrivedAt: credit.arrivedAt,
    secondAdmin: isPending && ((isLive && !isEvidence) || isFarFromQuote(credit.received, deposit)),
    waiting: isPending ? await findWaiting(app, deposit) : null,
    deposit: await buildStaffDeposit(app, deposit),
    entries: isPending
      ? buildExpectedEntries(app, deposit, credit)
      : await listPostedEntries(app, deposit.id),
    effects: isPending ? await computeEffects(app, deposit, credit) : null,
    reversal: deposit.status === 'completed' ? await previewReversal(app, deposit) : null,
  }
}

/** Returns who has confirmed a deposit that waits for a second admin, and when; null otherwise. */
export async function findWaiting({ db, clock }: App, { approvalId }: Deposit) {
  if (!approvalId) return null

  const proposal = await getProposal(db, approvalId)
  if (computeProposalState(proposal, clock.now()) !== 'waiting') return null

  return { proposal: proposal.id, by: proposal.proposerLabel, at: proposal.proposedAt }
}

/** Returns what reversing a completed deposit undoes, and who has proposed it. */
async function previewReversal(app: App, deposit: Deposit) {
  const { db, clock } = app
  const figures = await computeDepositReversal(app, db, deposit)
  if (!figures) return null

  const { refusal, withdrawn, cash } = figures
  const open = await findOpenProposal(db, 'deposit.reverse', deposit.id, clock.now())
  const reversal = { ...figures.reversal, reason: '' }
  const transfers = buildReversalTransfers(deposit.id, reversal, { on: clock.today(), actor: '' })

  return {
    refusal: refusal?.message ?? null,
    principal: reversal.principal,
    withdrawn,
    cash,
    entries: transfers.map((transfer) => toEntryResponse(transfer)),
    waiting: open && { proposal: open.id, by: open.proposerLabel, at: open.proposedAt },
  }
}

async function computeEffects(
  app: App,
  { memberId }: Deposit,
  { credited, invested, cashReason }: Credit,
) {
  const { cash, principal } = await getMemberBalances(app.db, memberId)
  const owed = await sumOwedToMembers(app.db)

  return {
    credited,
    invested,
    cashReason,
    balance: { before: cash + principal, after: cash + principal + credited },
    owed: { before: owed, after: owed + credited },
  }
}
