import { amountText, type Coin } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { assertFresh, getAdmin, getMember, withNames } from '#modules/identity/queries.ts'
import { currencyOf, custody } from '#modules/ledger/model.ts'
import { balanceOf, listEntries, memberBalances } from '#modules/ledger/queries.ts'
import { coinWithin, rateText } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { listPrincipalUnderNotice } from '#modules/plans/queries.ts'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import { orderOf, searchOf } from '#platform/pages.ts'
import { approveWithdrawal } from './commands/approve-withdrawal.ts'
import { cancelWithdrawal } from './commands/cancel-withdrawal.ts'
import { markPaid } from './commands/mark-paid.ts'
import { rejectWithdrawal } from './commands/reject-withdrawal.ts'
import { requestWithdrawal } from './commands/request-withdrawal.ts'
import { saveWallets } from './commands/save-wallets.ts'
import { withdrawalsContract } from './contract.ts'
import {
  checksOf,
  MEASURED_DAYS,
  payoutTransfers,
  RECENT_MS,
  statedBy,
  TEXTS,
  timelineOf,
  withoutNotice,
} from './model.ts'
import { previewOf } from './queries/preview.ts'
import { payoutsFile, withdrawalsFile } from './queries/withdrawal-export.ts'
import { pageOfWithdrawals, WITHDRAWAL_ORDERS } from './queries/withdrawal-list.ts'
import {
  countWithdrawals,
  getAnyWithdrawal,
  getDestination,
  getWithdrawal,
  listWallets,
  listWithdrawals,
  measuredTimes,
  openWithdrawalsOf,
  othersSince,
  placesInQueue,
  placesOf,
  type Wallet,
  type Withdrawal,
} from './queries.ts'

const calls = implementCalls(withdrawalsContract)

const MINUTE_MS = 60_000

/** What stands beside every withdrawal shown: the queue, the hours the operator states, and now. */
type Around = { places: ReadonlyMap<string, number>; statedHours: number; now: Date }

async function around(app: App, places: Around['places']): Promise<Around> {
  const { statedHours } = await getSetting(app.db, app.config, 'withdrawals')
  return { places, statedHours, now: app.clock.now() }
}

const isOpen = ({ status }: Withdrawal) => status === 'pending' || status === 'approved'

function shown(withdrawal: Withdrawal, { places, statedHours, now }: Around) {
  const { id, amount, status, createdAt, source, coin, fee, payableFrom, txid, reason } = withdrawal
  const expectedBy = isOpen(withdrawal) ? statedBy(withdrawal, statedHours) : null

  return {
    _id: id,
    amount,
    status,
    createdAt,
    source,
    coin,
    fee,
    payableFrom,
    txid,
    reason,
    expectedBy,
    payment_method: withdrawal.method,
    wallet_address: withdrawal.address,
    arrives: amount - fee,
    cooling: status === 'pending' && payableFrom > now,
    late: expectedBy !== null && expectedBy < now,
    place: places.get(id) ?? null,
    secondAdminNeeded: withdrawal.proposedAt !== null && status === 'pending',
    coinAmount: withdrawal.coinAmount === null ? null : amountText(withdrawal.coinAmount, coin),
    rate: withdrawal.rate === null ? null : rateText(withdrawal.rate),
    closedAt: withdrawal.closedAt,
    timeline: timelineOf(withdrawal, now),
  }
}

/** These as their member sees them: a member has few open at a time, and the queue may be long. */
async function shownToMember(app: App, withdrawals: readonly Withdrawal[]) {
  const open = withdrawals.filter(isOpen).map(({ id }) => id)
  const beside = await around(app, await placesOf(app.db, open))
  return withdrawals.map((withdrawal) => shown(withdrawal, beside))
}

async function ownShown(app: App, withdrawal: Withdrawal) {
  const [line] = await shownToMember(app, [withdrawal])
  return line as NonNullable<typeof line>
}

async function shownToStaff(app: App, withdrawals: readonly Withdrawal[]) {
  const beside = await around(app, await placesInQueue(app.db))
  return (await withNames(app.db, withdrawals)).map((withdrawal) => ({
    ...shown(withdrawal, beside),
    member: { _id: withdrawal.memberId, name: withdrawal.name, email: withdrawal.email },
    approvedBy: withdrawal.approvedBy,
    closedBy: withdrawal.closedBy,
  }))
}

async function oneForStaff(app: App, withdrawal: Withdrawal) {
  const [line] = await shownToStaff(app, [withdrawal])
  return line as NonNullable<typeof line>
}

/** What leaves: fixed by the approval, until then an estimate at the price of now. */
async function coinOf(app: App, { coin, rate, coinAmount, amount, fee }: Withdrawal) {
  if (rate !== null && coinAmount !== null) return { rate, units: coinAmount, fixed: true }
  const price = await getPrice(app, coin)
  return { rate: price.rate, units: coinWithin(amount - fee, price.rate, coin), fixed: false }
}

async function checksFor(app: App, withdrawal: Withdrawal, units: bigint) {
  const { id, coin, memberId } = withdrawal
  const now = app.clock.now()
  const { network, ...wallet } = await getDestination(app.db, id)
  const { withdrawalsFrozenUntil: frozenUntil } = await getMember(app.db, memberId)
  const held = -(await balanceOf(app.db, custody(coin)))
  const others = await othersSince(app.db, withdrawal, new Date(now.getTime() - RECENT_MS))

  return { network, checks: checksOf({ now, coin, units, held, wallet, frozenUntil, others }) }
}

async function entriesOf(app: App, withdrawal: Withdrawal, units: bigint) {
  if (isOpen(withdrawal))
    return payoutTransfers({ ...withdrawal, units, on: app.clock.today(), actor: '' }).map(
      (row) => {
        const currency = currencyOf(row.debit)
        const { debit, credit } = row
        return { seq: null, debit, credit, currency, amount: amountText(row.amount, currency) }
      },
    )

  const rows = await listEntries(app.db, { reference: withdrawal.id })

  return rows.toReversed().map(({ seq, debit, credit, currency, amount }) => ({
    debit,
    credit,
    currency,
    amount: amountText(amount, currency),
    seq: seq === null ? null : String(seq),
  }))
}

async function proposedOf(app: App, { proposedAt, proposedBy }: Withdrawal, reader: string) {
  if (!proposedAt || !proposedBy) return null
  const { label } = await getAdmin(app.db, proposedBy)
  return { by: label, at: proposedAt, mine: proposedBy === reader }
}

async function reviewOf(app: App, withdrawal: Withdrawal, reader: string) {
  const { rate, units, fixed } = await coinOf(app, withdrawal)
  const { cash, principal, profit, holdCash, holdProfit } = await memberBalances(
    app.db,
    withdrawal.memberId,
  )
  const fromProfit = withdrawal.source === 'profit'

  return {
    ...(await checksFor(app, withdrawal, units)),
    withdrawal: await oneForStaff(app, withdrawal),
    coinAmount: amountText(units, withdrawal.coin),
    rate: rateText(rate),
    fixed,
    entries: await entriesOf(app, withdrawal, units),
    balance: fromProfit ? profit : cash + principal,
    held: fromProfit ? holdProfit : holdCash,
    secondAdminFrom: BigInt((await getSetting(app.db, app.config, 'withdrawals')).secondAdminFrom),
    proposed: await proposedOf(app, withdrawal, reader),
  }
}

async function countsOf(app: App) {
  const counts = await countWithdrawals(app.db)
  return { ...counts, all: Object.values(counts).reduce((sum, many) => sum + many, 0) }
}

const methodOf = (coin: Coin) =>
  PAYMENT_METHODS.find((method) => METHOD_FACTS[method].coin === coin) ?? 'USDT'

function shownWallets(app: App, wallets: readonly Wallet[]) {
  const main = (coin: Coin) =>
    wallets.find((wallet) => wallet.coin === coin && wallet.main)?.address ?? ''
  const saved = wallets.map(({ id, ...wallet }) => ({
    ...wallet,
    _id: id,
    payment_method: methodOf(wallet.coin),
    usable: wallet.usableFrom <= app.clock.now(),
  }))

  const now = app.clock.now()
  return { bitcoin: main('BTC'), ethereum: main('ETH'), usdt: main('USDT'), saved, now }
}

const named = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

type Sent = {
  amount?: string | undefined
  payment_channel?: string | undefined
  wallet_address?: string | undefined
  source?: string | undefined
  positions?: string[] | undefined
}

const askedOf = ({ amount, payment_channel, wallet_address, source, positions }: Sent) =>
  named({
    amount,
    positions,
    method: payment_channel,
    address: wallet_address,
    source: source || undefined,
  })

async function timesOf(app: App) {
  const { statedHours } = await getSetting(app.db, app.config, 'withdrawals')
  const found = await measuredTimes(app.db, app.clock.now())
  const minutes = (ms: number) => Math.ceil(ms / MINUTE_MS)
  const measured = found && {
    days: MEASURED_DAYS,
    count: found.count,
    medianMinutes: minutes(found.medianMs),
    slowestMinutes: minutes(found.slowestMs),
  }

  const { pending, approved } = await openWithdrawalsOf(app.db)
  return { statedHours, measured, open: pending + approved }
}

async function availableTo(app: App, { id, withdrawalsFrozenUntil }: Member) {
  const { cash, principal, profit } = await memberBalances(app.db, id)
  const underNotice = await listPrincipalUnderNotice(app.db, id)
  const frozen = withdrawalsFrozenUntil !== null && withdrawalsFrozenUntil > app.clock.now()
  const frozenUntil = frozen ? withdrawalsFrozenUntil : null

  return {
    balance: cash + principal,
    cash,
    principal,
    profit,
    frozenUntil,
    withdrawable: withoutNotice({ cash, principal }, underNotice),
    underNotice: underNotice.map(({ planName, ...rest }) => ({ plan: planName, ...rest })),
  }
}

export const withdrawalsApi = calls.router({
  available: calls.available.handler(async ({ context: { app, member } }) => ({
    message: 'Available',
    data: await availableTo(app, member()),
  })),
  preview: calls.preview.handler(async ({ context: { app, member }, input }) => {
    const { coinAmount, rate, ...told } = await previewOf(app, member(), askedOf(input))
    const estimate = coinAmount === null ? null : amountText(coinAmount, told.coin)
    const data = { ...told, coinAmount: estimate, rate: rate === null ? null : rateText(rate) }
    return { message: 'Nothing is asked for yet', data }
  }),
  request: calls.request.handler(async ({ context: { app, member, session }, input }) => {
    await assertFresh(app, session)
    const withdrawal = await requestWithdrawal(app, member(), askedOf(input))
    return { message: TEXTS.requested, data: await ownShown(app, withdrawal) }
  }),
  mine: calls.mine.handler(async ({ context: { app, member } }) => {
    const withdrawals = await listWithdrawals(app.db, { memberId: member().id })
    return { message: 'Withdrawals', data: await shownToMember(app, withdrawals) }
  }),
  times: calls.times.handler(async ({ context: { app } }) => ({
    message: 'Times',
    data: await timesOf(app),
  })),
  get: calls.get.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await getWithdrawal(app.db, member().id, input.id)
    return { message: 'Withdrawal', data: await ownShown(app, withdrawal) }
  }),
  cancel: calls.cancel.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await cancelWithdrawal(app, member(), input.id)
    return { message: TEXTS.cancelled, data: await ownShown(app, withdrawal) }
  }),
  wallets: calls.wallets.handler(async ({ context: { app, member } }) => ({
    message: 'Wallets',
    data: shownWallets(app, await listWallets(app.db, member().id)),
  })),
  saveWallets: calls.saveWallets.handler(async ({ context: { app, member, session }, input }) => {
    await assertFresh(app, session)
    const wallets = await saveWallets(app, member(), named(input))
    return { message: TEXTS.walletSaved, data: shownWallets(app, wallets) }
  }),
  list: calls.list.handler(async ({ context: { app }, input }) => {
    const order = orderOf(input.sort, WITHDRAWAL_ORDERS)
    const { rows, ...count } = await pageOfWithdrawals(app.db, searchOf(input), order, input)
    const data = await shownToStaff(app, rows)
    return { message: 'Withdrawals', data, ...count, asOf: app.clock.now() }
  }),
  file: calls.file.handler(({ context: { app }, input }) =>
    withdrawalsFile(app, searchOf(input), orderOf(input.sort, WITHDRAWAL_ORDERS)),
  ),
  payouts: calls.payouts.handler(({ context: { app } }) => payoutsFile(app)),
  counts: calls.counts.handler(async ({ context: { app } }) => ({
    message: 'Withdrawals by status',
    data: await countsOf(app),
  })),
  review: calls.review.handler(async ({ context: { app, admin }, input }) => {
    const withdrawal = await getAnyWithdrawal(app.db, input.id)
    return { message: 'Withdrawal', data: await reviewOf(app, withdrawal, admin().id) }
  }),
  approve: calls.approve.handler(async ({ context: { app, admin }, input }) => {
    const withdrawal = await approveWithdrawal(app, admin(), input.id)
    const data = await oneForStaff(app, withdrawal)
    const approved = withdrawal.status === 'approved'
    const message = approved ? TEXTS.approved : TEXTS.proposed
    return { status: approved ? (200 as const) : (202 as const), body: { message, data } }
  }),
  reject: calls.reject.handler(async ({ context: { app, admin }, input }) => {
    const { id: withdrawalId, reason = '' } = input
    const withdrawal = await rejectWithdrawal(app, admin(), { withdrawalId, reason })
    return { message: TEXTS.rejected, data: await oneForStaff(app, withdrawal) }
  }),
  paid: calls.paid.handler(async ({ context: { app, admin }, input }) => {
    const { id: withdrawalId, txid = '' } = input
    const withdrawal = await markPaid(app, admin(), { withdrawalId, txid })
    return { message: TEXTS.paid, data: await oneForStaff(app, withdrawal) }
  }),
})
