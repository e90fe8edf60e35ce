import { type CoinUnits, formatAmount } from '#lib/money.ts'
import { computeProposalState } from '#modules/approvals/model.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import { getAdmin } from '#modules/identity/queries.ts'
import { getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { toEntryResponse } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { buildPayoutTransfers, buildReversalTransfers, isOpen } from '../model.ts'
import {
  computeWithdrawalReversal,
  isForNewAddress,
  sumRecentApprovals,
  type Withdrawal,
} from '../queries.ts'
import { buildStaffWithdrawal } from './withdrawal.ts'
import { computePayoutCoin, loadChecks } from './withdrawal-checks.ts'

/** Returns the checks of a withdrawal and the entries that paying posts or has posted. */
export async function buildWithdrawalReview(app: App, withdrawal: Withdrawal, adminId: string) {
  const now = app.clock.now()
  const { rate, units, fixed } = await computePayoutCoin(app, withdrawal)
  const balances = await getMemberBalances(app.db, withdrawal.memberId)
  const isProfit = withdrawal.source === 'profit'
  const { secondAdminFrom } = await getSetting(app.db, app.config, 'withdrawals')
  const recentSum = await sumRecentApprovals(app.db, withdrawal, now)

  return {
    ...(await loadChecks(app, withdrawal, units)),
    withdrawal: await buildStaffWithdrawal(app, withdrawal),
    coinAmount: formatAmount(units, withdrawal.coin),
    rate: formatRate(rate),
    fixed,
    entries: await listPayoutEntries(app, withdrawal, units),
    balance: isProfit ? balances.profit : balances.cash + balances.principal,
    held: isProfit ? balances.holdProfit : balances.holdCash,
    secondAdminFrom: BigInt(secondAdminFrom),
    recentSum,
    needsSecondAdmin: withdrawal.amount + recentSum >= BigInt(secondAdminFrom),
    newAddress: await isForNewAddress(app.db, withdrawal.id, now),
    proposed: await findFirstApproval(app, withdrawal, adminId),
    reversal: withdrawal.status === 'completed' ? await previewReversal(app, withdrawal) : null,
  }
}

async function listPayoutEntries(app: App, withdrawal: Withdrawal, units: CoinUnits) {
  if (isOpen(withdrawal)) {
    const on = app.clock.today()
    const transfers = buildPayoutTransfers({ ...withdrawal, units, on, actor: '' })
    return transfers.map((transfer) => toEntryResponse(transfer))
  }

  const entries = await listEntries(app.db, { reference: withdrawal.id })
  return entries.toReversed().map((entry) => toEntryResponse(entry))
}

/** Returns what reversing the payment posts, and who has proposed it. */
async function previewReversal({ db, clock }: App, withdrawal: Withdrawal) {
  const figures = await computeWithdrawalReversal(db, withdrawal)
  if (!figures) return null

  const open = await findOpenProposal(db, 'withdrawal.reverse', withdrawal.id, clock.now())
  const reversal = { ...figures.reversal, reason: '' }
  const by = { on: clock.today(), actor: '' }

  return {
    refusal: figures.refusal?.message ?? null,
    entries: buildReversalTransfers(withdrawal.id, reversal, by).map((transfer) =>
      toEntryResponse(transfer),
    ),
    waiting: open && { proposal: open.id, by: open.proposerLabel, at: open.proposedAt },
  }
}

async function findFirstApproval(
  app: App,
  { approvalId, proposedAt, proposedBy }: Withdrawal,
  adminId: string,
) {
  if (!approvalId || !proposedAt || !proposedBy) return null

  const proposal = await getProposal(app.db, approvalId)
  if (computeProposalState(proposal, app.clock.now()) !== 'waiting') return null

  const { label } = await getAdmin(app.db, proposedBy)
  return { proposal: approvalId, by: label, at: proposedAt, mine: proposedBy === adminId }
}
