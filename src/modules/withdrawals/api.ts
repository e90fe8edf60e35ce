import { amountText, type Coin } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { memberBalances } from '#modules/ledger/queries.ts'
import { rateText } from '#modules/market/model.ts'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import { approveWithdrawal } from './commands/approve-withdrawal.ts'
import { cancelWithdrawal } from './commands/cancel-withdrawal.ts'
import { markPaid } from './commands/mark-paid.ts'
import { rejectWithdrawal } from './commands/reject-withdrawal.ts'
import { requestWithdrawal } from './commands/request-withdrawal.ts'
import { saveWallets } from './commands/save-wallets.ts'
import { withdrawalsContract } from './contract.ts'
import { MEASURED_DAYS, TEXTS } from './model.ts'
import {
  getWithdrawal,
  listWallets,
  listWithdrawals,
  measuredTimes,
  placesInQueue,
  type Wallet,
  type Withdrawal,
} from './queries.ts'

const calls = implementCalls(withdrawalsContract)

const MINUTE_MS = 60_000
type Places = ReadonlyMap<string, number>

function shown(withdrawal: Withdrawal, places: Places) {
  const { id, amount, status, createdAt, source, coin, fee, payableFrom, txid, reason } = withdrawal
  return {
    ...{ _id: id, amount, status, createdAt, source, coin, fee, payableFrom, txid, reason },
    payment_method: withdrawal.method,
    wallet_address: withdrawal.address,
    arrives: amount - fee,
    place: places.get(id) ?? null,
    secondAdminNeeded: withdrawal.proposedAt !== null && status === 'pending',
    coinAmount: withdrawal.coinAmount === null ? null : amountText(withdrawal.coinAmount, coin),
    rate: withdrawal.rate === null ? null : rateText(withdrawal.rate),
    closedAt: withdrawal.closedAt,
    timeline: withdrawal.timeline,
  }
}

async function shownToStaff(app: App, withdrawals: readonly Withdrawal[]) {
  const places = await placesInQueue(app.db)
  const members = await listMembersById(
    app.db,
    withdrawals.map((withdrawal) => withdrawal.memberId),
  )
  return withdrawals.map((withdrawal) => {
    const member = members.get(withdrawal.memberId)
    return {
      ...shown(withdrawal, places),
      member: {
        _id: withdrawal.memberId,
        name: member?.label ?? 'Erased member',
        email: member?.email ?? '',
      },
      approvedBy: withdrawal.approvedBy,
      closedBy: withdrawal.closedBy,
    }
  })
}

async function oneForStaff(app: App, withdrawal: Withdrawal) {
  const [line] = await shownToStaff(app, [withdrawal])
  return line as NonNullable<typeof line>
}

const methodOf = (coin: Coin) =>
  PAYMENT_METHODS.find((method) => METHOD_FACTS[method].coin === coin) ?? 'USDT'

function shownWallets(app: App, wallets: readonly Wallet[]) {
  const main = (coin: Coin) => wallets.find((wallet) => wallet.coin === coin && wallet.main)?.address ?? ''
  const saved = wallets.map(({ id, ...wallet }) => ({
    ...wallet,
    _id: id,
    payment_method: methodOf(wallet.coin),
    usable: wallet.usableFrom <= app.clock.now(),
  }))
  return { bitcoin: main('BTC'), ethereum: main('ETH'), usdt: main('USDT'), saved }
}

const named = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

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
  return { statedHours, measured, open: (await placesInQueue(app.db)).size }
}

async function availableTo(app: App, { id, withdrawalsFrozenUntil }: Member) {
  const { cash, principal, profit } = await memberBalances(app.db, id)
  const frozen = withdrawalsFrozenUntil !== null && withdrawalsFrozenUntil > app.clock.now()
  const frozenUntil = frozen ? withdrawalsFrozenUntil : null
  return { balance: cash + principal, cash, principal, profit, frozenUntil }
}

export const withdrawalsApi = calls.router({
  available: calls.available.handler(async ({ context: { app, member } }) => ({
    message: 'Available',
    data: await availableTo(app, member()),
  })),
  request: calls.request.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await requestWithdrawal(
      app,
      member(),
      named({
        amount: input.amount,
        method: input.payment_channel,
        address: input.wallet_address,
        source: input.source || undefined,
        positions: input.positions,
      }),
    )
    return { message: TEXTS.requested, data: shown(withdrawal, await placesInQueue(app.db)) }
  }),
  mine: calls.mine.handler(async ({ context: { app, member } }) => {
    const withdrawals = await listWithdrawals(app.db, { memberId: member().id })
    const places = await placesInQueue(app.db)
    return { message: 'Withdrawals', data: withdrawals.map((withdrawal) => shown(withdrawal, places)) }
  }),
  times: calls.times.handler(async ({ context: { app } }) => ({
    message: 'Times',
    data: await timesOf(app),
  })),
  get: calls.get.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await getWithdrawal(app.db, member().id, input.id)
    return { message: 'Withdrawal', data: shown(withdrawal, await placesInQueue(app.db)) }
  }),
  cancel: calls.cancel.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await cancelWithdrawal(app, member(), input.id)
    return { message: TEXTS.cancelled, data: shown(withdrawal, new Map()) }
  }),
  wallets: calls.wallets.handler(async ({ context: { app, member } }) => ({
    message: 'Wallets',
    data: shownWallets(app, await listWallets(app.db, member().id)),
  })),
  saveWallets: calls.saveWallets.handler(async ({ context: { app, member }, input }) => ({
    message: TEXTS.walletSaved,
    data: shownWallets(app, await saveWallets(app, member(), named(input))),
  })),
  list: calls.list.handler(async ({ context: { app }, input }) => {
    const withdrawals = await listWithdrawals(app.db, input.status ? { status: input.status } : {})
    return { message: 'Withdrawals', data: await shownToStaff(app, withdrawals) }
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
