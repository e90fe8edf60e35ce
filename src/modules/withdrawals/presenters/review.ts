import { type CoinUnits, formatAmount } from '#lib/money.ts'
import { computeProposalState } from '#modules/approvals/model.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import { getAdmin, getMember } from '#modules/identity/queries.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { computeAffordableCoin, formatRate } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { listHoldChecks } from '#modules/transaction-monitoring/queries.ts'
import { toEntryResponse } from '#modules/transactions/model.ts'
import { listCustody } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import {
  buildPayoutTransfers,
  buildReversalTransfers,
  buildWithdrawalChecks,
  isOpen,
  RECENT_MS,
} from '../model.ts'
import {
  computeWithdrawalReversal,
  countOtherHolders,
  getDestination,
  isForNewAddress,
  sumApprovedUnits,
  sumOtherWithdrawals,
  sumRecentApprovals,
  type Withdrawal,
} from '../queries.ts'
import { buildStaffWithdrawal } from './withdrawal.ts'

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

/**
 * Returns the coin that is paid: fixed by the approval, until then estimated at the current price.
 */
export async function computePayoutCoin(
  app: App,
  { coin, rate, coinAmount, amount, fee }: Withdrawal,
) {
  if (rate !== null && coinAmount !== null) return { rate, units: coinAmount, fixed: true }

  const price = await getPrice(app, coin)
  const units = computeAffordableCoin(amount - fee, price.rate, coin)

  return { rate: price.rate, units, fixed: false }
}

/**
 * Returns the network and the checks of a withdrawal; `alsoReserved` is what others that are
 * decided with it will take of the coin.
 */
export async function loadChecks(
  app: App,
  withdrawal: Withdrawal,
  units: CoinUnits,
  alsoReserved: CoinUnits = 0n,
) {
  const { id, coin, memberId } = withdrawal
  const now = app.clock.now()
  const { network, ...wallet } = await getDestination(app.db, id)
  const { withdrawalsFrozenUntil: frozenUntil } = await getMember(app.db, memberId)
  const held = await getPayableUnits(app, coin)
  const reserved = alsoReserved + (await sumApprovedUnits(app.db, withdrawal))
  const otherHolders = await countOtherHolders(app.db, withdrawal)
  const others = await sumOtherWithdrawals(app.db, withdrawal, new Date(now.getTime() - RECENT_MS))

  return {
    network,
    checks: [
      ...(isOpen(withdrawal) ? await listHoldChecks(app.db, withdrawal) : []),
      ...buildWithdrawalChecks({
        now,
        coin,
        units,
        held,
        reserved,
        otherHolders,
        wallet,
        frozenUntil,
        others,
      }),
    ],
  }
}

/** Returns what custody holds of a coin: the lower of the ledger and the last outside balance. */
async function getPayableUnits(app: App, coin: Withdrawal['coin']): Promise<CoinUnits> {
  const code = toCustodyAccountCode(coin)
  const line = (await listCustody(app.db)).find(({ account }) => account === code)
  if (!line) return 0n

  return line.outside && line.outside.units < line.held ? line.outside.units : line.held
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
