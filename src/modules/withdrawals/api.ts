import { mapWalletFields } from '#lib/currencies.ts'
import { type Coin, formatAmount } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import {
  assertRecentAuth,
  attachMemberNames,
  getAdmin,
  getMember,
} from '#modules/identity/queries.ts'
import { getAccountCurrency, toCustodyAccountCode } from '#modules/ledger/model.ts'
import { getBalance, getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { computeAffordableCoin, formatRate } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { listPrincipalUnderNotice } from '#modules/plans/queries.ts'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { parseOrder, toSearch } from '#platform/db/pages.ts'
import { implementCalls } from '#platform/http/http.ts'
import { approveWithdrawal } from './commands/approve-withdrawal.ts'
import { cancelWithdrawal } from './commands/cancel-withdrawal.ts'
import { markPaid } from './commands/mark-paid.ts'
import { rejectWithdrawal } from './commands/reject-withdrawal.ts'
import { requestWithdrawal } from './commands/request-withdrawal.ts'
import { saveWallets } from './commands/save-wallets.ts'
import { withdrawalsContract } from './contract.ts'
import {
  buildPayoutTransfers,
  buildWithdrawalChecks,
  buildWithdrawalTimeline,
  computePayoutDeadline,
  computeWithdrawableCents,
  MEASURED_DAYS,
  RECENT_MS,
  TEXTS,
} from './model.ts'
import { previewWithdrawal } from './queries/preview.ts'
import { exportPayouts, exportWithdrawals } from './queries/withdrawal-export.ts'
import { listWithdrawalPage, WITHDRAWAL_ORDERS } from './queries/withdrawal-list.ts'
import {
  countWaitingWithdrawals,
  countWithdrawals,
  findQueuePlaces,
  getAnyWithdrawal,
  getDestination,
  getWithdrawal,
  listQueuePlaces,
  listWallets,
  listWithdrawals,
  measurePayoutTimes,
  sumOtherWithdrawals,
  type Wallet,
  type Withdrawal,
} from './queries.ts'

const calls = implementCalls(withdrawalsContract)

const MINUTE_MS = 60_000

/** What stands beside every withdrawal shown: the queue, the hours the operator states, and now. */
type Around = { places: ReadonlyMap<string, number>; statedHours: number; now: Date }

async function loadViewContext(app: App, places: Around['places']): Promise<Around> {
  const { statedHours } = await getSetting(app.db, app.config, 'withdrawals')
  return { places, statedHours, now: app.clock.now() }
}

const isOpen = ({ status }: Withdrawal) => status === 'pending' || status === 'approved'

function toWithdrawalResponse(withdrawal: Withdrawal, { places, statedHours, now }: Around) {
  const { id, amount, status, createdAt, source, coin, fee, payableFrom, txid, reason } = withdrawal
  const expectedBy = isOpen(withdrawal) ? computePayoutDeadline(withdrawal, statedHours) : null

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
    coinAmount: withdrawal.coinAmount === null ? null : formatAmount(withdrawal.coinAmount, coin),
    rate: withdrawal.rate === null ? null : formatRate(withdrawal.rate),
    closedAt: withdrawal.closedAt,
    timeline: buildWithdrawalTimeline(withdrawal, now),
  }
}

/** These as their member sees them: a member has few open at a time, and the queue may be long. */
async function buildMemberWithdrawals(app: App, withdrawals: readonly Withdrawal[]) {
  const open = withdrawals.filter(isOpen).map(({ id }) => id)
  const beside = await loadViewContext(app, await findQueuePlaces(app.db, open))
  return withdrawals.map((withdrawal) => toWithdrawalResponse(withdrawal, beside))
}

async function buildMemberWithdrawal(app: App, withdrawal: Withdrawal) {
  const [line] = await buildMemberWithdrawals(app, [withdrawal])
  return line as NonNullable<typeof line>
}

async function buildStaffWithdrawals(app: App, withdrawals: readonly Withdrawal[]) {
  const beside = await loadViewContext(app, await listQueuePlaces(app.db))
  return (await attachMemberNames(app.db, withdrawals)).map((withdrawal) => ({
    ...toWithdrawalResponse(withdrawal, beside),
    member: { _id: withdrawal.memberId, name: withdrawal.name, email: withdrawal.email },
    approvedBy: withdrawal.approvedBy,
    closedBy: withdrawal.closedBy,
  }))
}

async function buildStaffWithdrawal(app: App, withdrawal: Withdrawal) {
  const [line] = await buildStaffWithdrawals(app, [withdrawal])
  return line as NonNullable<typeof line>
}

/** What leaves: fixed by the approval, until then an estimate at the price of now. */
async function computePayoutCoin(app: App, { coin, rate, coinAmount, amount, fee }: Withdrawal) {
  if (rate !== null && coinAmount !== null) return { rate, units: coinAmount, fixed: true }
  const price = await getPrice(app, coin)
  return {
    rate: price.rate,
    units: computeAffordableCoin(amount - fee, price.rate, coin),
    fixed: false,
  }
}

async function loadWithdrawalChecks(app: App, withdrawal: Withdrawal, units: bigint) {
  const { id, coin, memberId } = withdrawal
  const now = app.clock.now()
  const { network, ...wallet } = await getDestination(app.db, id)
  const { withdrawalsFrozenUntil: frozenUntil } = await getMember(app.db, memberId)
  const held = -(await getBalance(app.db, toCustodyAccountCode(coin)))
  const others = await sumOtherWithdrawals(app.db, withdrawal, new Date(now.getTime() - RECENT_MS))

  return {
    network,
    checks: buildWithdrawalChecks({ now, coin, units, held, wallet, frozenUntil, others }),
  }
}

async function listWithdrawalEntries(app: App, withdrawal: Withdrawal, units: bigint) {
  if (isOpen(withdrawal))
    return buildPayoutTransfers({ ...withdrawal, units, on: app.clock.today(), actor: '' }).map(
      (row) => {
        const currency = getAccountCurrency(row.debit)
        const { debit, credit } = row
        return { seq: null, debit, credit, currency, amount: formatAmount(row.amount, currency) }
      },
    )

  const rows = await listEntries(app.db, { reference: withdrawal.id })

  return rows.toReversed().map(({ seq, debit, credit, currency, amount }) => ({
    debit,
    credit,
    currency,
    amount: formatAmount(amount, currency),
    seq: seq === null ? null : String(seq),
  }))
}

async function findFirstApproval(app: App, { proposedAt, proposedBy }: Withdrawal, reader: string) {
  if (!proposedAt || !proposedBy) return null
  const { label } = await getAdmin(app.db, proposedBy)
  return { by: label, at: proposedAt, mine: proposedBy === reader }
}

async function buildWithdrawalReview(app: App, withdrawal: Withdrawal, reader: string) {
  const { rate, units, fixed } = await computePayoutCoin(app, withdrawal)
  const { cash, principal, profit, holdCash, holdProfit } = await getMemberBalances(
    app.db,
    withdrawal.memberId,
  )
  const fromProfit = withdrawal.source === 'profit'

  return {
    ...(await loadWithdrawalChecks(app, withdrawal, units)),
    withdrawal: await buildStaffWithdrawal(app, withdrawal),
    coinAmount: formatAmount(units, withdrawal.coin),
    rate: formatRate(rate),
    fixed,
    entries: await listWithdrawalEntries(app, withdrawal, units),
    balance: fromProfit ? profit : cash + principal,
    held: fromProfit ? holdProfit : holdCash,
    secondAdminFrom: BigInt((await getSetting(app.db, app.config, 'withdrawals')).secondAdminFrom),
    proposed: await findFirstApproval(app, withdrawal, reader),
  }
}

async function countByStatus(app: App) {
  const counts = await countWithdrawals(app.db)
  return { ...counts, all: Object.values(counts).reduce((sum, many) => sum + many, 0) }
}

const toPaymentMethodCode = (coin: Coin) =>
  PAYMENT_METHODS.find((method) => METHOD_FACTS[method].coin === coin) ?? PAYMENT_METHODS[0]

function toWalletsResponse(app: App, wallets: readonly Wallet[]) {
  const getMainAddress = (coin: Coin) =>
    wallets.find((wallet) => wallet.coin === coin && wallet.main)?.address ?? ''
  const saved = wallets.map(({ id, ...wallet }) => ({
    ...wallet,
    _id: id,
    payment_method: toPaymentMethodCode(wallet.coin),
    usable: wallet.usableFrom <= app.clock.now(),
  }))

  const now = app.clock.now()
  return {
    ...mapWalletFields(getMainAddress),
    saved,
    now,
  }
}

const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

type WithdrawalRequestBody = {
  amount?: string | undefined
  payment_channel?: string | undefined
  wallet_address?: string | undefined
  source?: string | undefined
  positions?: string[] | undefined
}

const toWithdrawalInput = ({
  amount,
  payment_channel,
  wallet_address,
  source,
  positions,
}: WithdrawalRequestBody) =>
  omitUndefined({
    amount,
    positions,
    method: payment_channel,
    address: wallet_address,
    source: source || undefined,
  })

async function loadPayoutTimes(app: App) {
  const { statedHours } = await getSetting(app.db, app.config, 'withdrawals')
  const found = await measurePayoutTimes(app.db, app.clock.now())
  const toMinutes = (ms: number) => Math.ceil(ms / MINUTE_MS)
  const measured = found && {
    days: MEASURED_DAYS,
    count: found.count,
    medianMinutes: toMinutes(found.medianMs),
    slowestMinutes: toMinutes(found.slowestMs),
  }

  const { pending, approved } = await countWaitingWithdrawals(app.db)
  return { statedHours, measured, open: pending + approved }
}

async function loadAvailableBalance(app: App, { id, withdrawalsFrozenUntil }: Member) {
  const { cash, principal, profit } = await getMemberBalances(app.db, id)
  const noticePrincipal = await listPrincipalUnderNotice(app.db, id)
  const frozen = withdrawalsFrozenUntil !== null && withdrawalsFrozenUntil > app.clock.now()
  const frozenUntil = frozen ? withdrawalsFrozenUntil : null

  return {
    balance: cash + principal,
    cash,
    principal,
    profit,
    frozenUntil,
    withdrawable: computeWithdrawableCents({ cash, principal }, noticePrincipal),
    principalRequiringNotice: noticePrincipal.map(({ planName, ...rest }) => ({
      plan: planName,
      ...rest,
    })),
  }
}

export const withdrawalsApi = calls.router({
  available: calls.available.handler(async ({ context: { app, member } }) => ({
    message: 'Available',
    data: await loadAvailableBalance(app, member()),
  })),
  preview: calls.preview.handler(async ({ context: { app, member }, input }) => {
    const { coinAmount, rate, ...preview } = await previewWithdrawal(
      app,
      member(),
      toWithdrawalInput(input),
    )
    const estimate = coinAmount === null ? null : formatAmount(coinAmount, preview.coin)
    const data = { ...preview, coinAmount: estimate, rate: rate === null ? null : formatRate(rate) }
    return { message: 'Nothing is asked for yet', data }
  }),
  request: calls.request.handler(async ({ context: { app, member, session }, input }) => {
    await assertRecentAuth(app, session)
    const withdrawal = await requestWithdrawal(app, member(), toWithdrawalInput(input))
    return { message: TEXTS.requested, data: await buildMemberWithdrawal(app, withdrawal) }
  }),
  mine: calls.mine.handler(async ({ context: { app, member } }) => {
    const withdrawals = await listWithdrawals(app.db, { memberId: member().id })
    return { message: 'Withdrawals', data: await buildMemberWithdrawals(app, withdrawals) }
  }),
  times: calls.times.handler(async ({ context: { app } }) => ({
    message: 'Times',
    data: await loadPayoutTimes(app),
  })),
  get: calls.get.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await getWithdrawal(app.db, member().id, input.id)
    return { message: 'Withdrawal', data: await buildMemberWithdrawal(app, withdrawal) }
  }),
  cancel: calls.cancel.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await cancelWithdrawal(app, member(), input.id)
    return { message: TEXTS.cancelled, data: await buildMemberWithdrawal(app, withdrawal) }
  }),
  wallets: calls.wallets.handler(async ({ context: { app, member } }) => ({
    message: 'Wallets',
    data: toWalletsResponse(app, await listWallets(app.db, member().id)),
  })),
  saveWallets: calls.saveWallets.handler(async ({ context: { app, member, session }, input }) => {
    await assertRecentAuth(app, session)
    const wallets = await saveWallets(app, member(), omitUndefined(input))
    return { message: TEXTS.walletSaved, data: toWalletsResponse(app, wallets) }
  }),
  list: calls.list.handler(async ({ context: { app }, input }) => {
    const order = parseOrder(input.sort, WITHDRAWAL_ORDERS)
    const { rows, ...count } = await listWithdrawalPage(app.db, toSearch(input), order, input)
    const data = await buildStaffWithdrawals(app, rows)
    return { message: 'Withdrawals', data, ...count, asOf: app.clock.now() }
  }),
  file: calls.file.handler(({ context: { app }, input }) =>
    exportWithdrawals(app, toSearch(input), parseOrder(input.sort, WITHDRAWAL_ORDERS)),
  ),
  payouts: calls.payouts.handler(({ context: { app } }) => exportPayouts(app)),
  counts: calls.counts.handler(async ({ context: { app } }) => ({
    message: 'Withdrawals by status',
    data: await countByStatus(app),
  })),
  review: calls.review.handler(async ({ context: { app, admin }, input }) => {
    const withdrawal = await getAnyWithdrawal(app.db, input.id)
    return { message: 'Withdrawal', data: await buildWithdrawalReview(app, withdrawal, admin().id) }
  }),
  approve: calls.approve.handler(async ({ context: { app, admin }, input }) => {
    const withdrawal = await approveWithdrawal(app, admin(), input.id)
    const data = await buildStaffWithdrawal(app, withdrawal)
    const approved = withdrawal.status === 'approved'
    const message = approved ? TEXTS.approved : TEXTS.proposed
    return { status: approved ? (200 as const) : (202 as const), body: { message, data } }
  }),
  reject: calls.reject.handler(async ({ context: { app, admin }, input }) => {
    const { id: withdrawalId, reason = '' } = input
    const withdrawal = await rejectWithdrawal(app, admin(), { withdrawalId, reason })
    return { message: TEXTS.rejected, data: await buildStaffWithdrawal(app, withdrawal) }
  }),
  paid: calls.paid.handler(async ({ context: { app, admin }, input }) => {
    const { id: withdrawalId, txid = '' } = input
    const withdrawal = await markPaid(app, admin(), { withdrawalId, txid })
    return { message: TEXTS.paid, data: await buildStaffWithdrawal(app, withdrawal) }
  }),
})
