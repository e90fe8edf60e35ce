import { DomainError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import type { Actor } from '#modules/audit/model.ts'
import { makeAlarmLink } from '#modules/identity/acts/make-alarm-link.ts'
import { assertMayWithdraw } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { lockMemberMoney } from '#modules/ledger/acts/lock-member-money.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { memberAccount, type Transfer } from '#modules/ledger/model.ts'
import { memberBalances } from '#modules/ledger/queries.ts'
import { redeemPrincipal } from '#modules/plans/acts/redeem-principal.ts'
import { listPrincipalUnderNotice } from '#modules/plans/queries.ts'
import { type PaymentMethod, paymentMethodOf } from '#modules/settings/model.ts'
import { getPaymentMethod, getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { mailMember } from '../acts/mail-member.ts'
import { saveWallet } from '../acts/save-wallet.ts'
import {
  addressFor,
  amountOf,
  assertNoNoticeNeeded,
  assertWithdrawable,
  holdOf,
  invalidAmount,
  purseOf,
  SOURCES,
  type Source,
  shortfallOf,
  TEXTS,
  withoutNotice,
} from '../model.ts'
import { type Withdrawal, withdrawalOf } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'

export type RequestWithdrawal = {
  amount?: string
  method?: string
  address?: string
  source?: string
  /** Positions to take from, in this order, once cash is used up; without them the newest give first. */
  positions?: string[]
}

type Wanted = { amount: Cents; terms: PaymentMethod; source: Source; positions: string[] | undefined } & {
  address: string
  network: string
}

/**
 * Holds an amount for a withdrawal at once: cash first, then principal, all of it or nothing. A new address is saved and
 * waits. Principal whose plan asks for notice is never taken: `notice_needed` (409).
 */
export async function requestWithdrawal(
  app: App,
  member: Actor,
  input: RequestWithdrawal,
): Promise<Withdrawal> {
  const wanted = await checkedInput(app, input)
  await assertOpenFor(app, member.id)
  const row = await inTransaction(app.db, (tx) => held(app, tx, member, wanted))
  app.events.publish(audienceOf(member.id), 'withdrawals')
  return withdrawalOf(row)
}

async function checkedInput(app: App, input: RequestWithdrawal): Promise<Wanted> {
  const code = paymentMethodOf(input.method?.trim() ?? '')
  const address = input.address?.trim()
  const field = !code ? 'payment_channel' : !input.amount ? 'amount' : !address ? 'wallet_address' : null
  if (field || !code || !address)
    throw new DomainError('missing', 400, TEXTS.missing, field ?? 'wallet_address')
  const source = SOURCES.find((one) => one === (input.source ?? 'balance'))
  if (!source)
    throw new DomainError('invalid_source', 400, 'Please choose between balance and profit.', 'source')
  const amount = amountOf(input.amount ?? '')
  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), code)
  const checked = addressFor(terms.coin, address, app.config.MODE, 'wallet_address')
  const positions = source === 'balance' && input.positions?.length ? input.positions : undefined
  return { amount, terms, source, positions, ...checked }
}

async function assertOpenFor(app: App, memberId: string) {
  const { withdrawals: pause } = await getSetting(app.db, app.config, 'pauses')
  if (pause) throw new DomainError('withdrawals_paused', 409, `Withdrawals are paused: ${pause.reason}`)
  assertMayWithdraw(await getMember(app.db, memberId), app.clock.now())
}

async function held(app: App, tx: Tx, member: Actor, wanted: Wanted) {
  await lockMemberMoney(tx, member.id)
  const { amount, terms, source } = wanted
  const balances = await memberBalances(tx, member.id)
  assertWithdrawable(amount, await availableNow(tx, member.id, wanted, balances), terms)
  const saved = await saveWallet(tx, app, { memberId: member.id, coin: terms.coin, ...wanted })
  const row = await inserted(app, tx, member, wanted, saved.wallet)
  const shortfall = source === 'profit' ? 0n : shortfallOf(amount, balances.cash)
  const redeemed = shortfall > 0n ? await redeem(app, tx, row.id, member, wanted, shortfall) : []
  await openMemberAccounts(tx, member.id)
  await post(tx, [...redeemed, holdTransfer(app, row.id, member.id, wanted)])
  if (saved.added) await mailWalletAdded(app, tx, member.id, saved.wallet)
  await mailMember(tx, app, member.id, 'withdrawal-requested', {
    ...{ withdrawalId: row.id, amount, fee: row.fee_told, method: row.method, address: row.address },
    payableFrom: row.payable_from > row.created_at ? row.payable_from.toISOString() : null,
  })
  await record(tx, row.created_at, member, 'withdrawal.requested', row.id, { amount, source })
  return row
}

type Balances = Awaited<ReturnType<typeof memberBalances>>

async function availableNow(tx: Tx, memberId: string, { amount, source }: Wanted, balances: Balances) {
  if (source === 'profit') return balances.profit
  const underNotice = await listPrincipalUnderNotice(tx, memberId)
  assertNoNoticeNeeded(amount, balances, underNotice)
  return withoutNotice(balances, underNotice)
}

const inserted = (
  app: App,
  tx: Tx,
  member: Actor,
  { amount, terms, source }: Wanted,
  wallet: Awaited<ReturnType<typeof saveWallet>>['wallet'],
) => {
  const now = app.clock.now()
  return tx
    .withTables<WithdrawalTables>()
    .insertInto('withdrawal')
    .values({
      id: newId('wdr'),
      member_id: member.id,
      source,
      amount,
      method: terms.method,
      coin: terms.coin,
      wallet_id: wallet.id,
      address: wallet.address,
      fee_told: terms.withdrawalFee,
      status: 'pending',
      created_at: now,
      payable_from: wallet.usable_from > now ? wallet.usable_from : now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function redeem(
  app: App,
  tx: Tx,
  withdrawalId: string,
  member: Actor,
  { positions }: Wanted,
  amount: Cents,
): Promise<Transfer[]> {
  const picked = await redeemPrincipal(tx, {
    memberId: member.id,
    amount,
    ...(positions ? { positions } : {}),
    on: app.clock.today(),
    withdrawalId,
    actor: member.id,
  }).catch(tooLittlePicked)
  return picked.transfers
}

function tooLittlePicked(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'insufficient_funds') throw error
  throw invalidAmount('Your cash and the positions you picked hold less.', 422)
}

const holdTransfer = (app: App, id: string, memberId: string, { source, amount }: Wanted): Transfer => ({
  event: `withdrawal/${id}/hold`,
  kind: 'withdrawal_held',
  debit: memberAccount(memberId, purseOf(source)),
  credit: memberAccount(memberId, holdOf(source)),
  amount,
  effective: app.clock.today(),
  reference: id,
  actor: memberId,
})

const mailWalletAdded = async (
  app: App,
  tx: Tx,
  memberId: string,
  wallet: Awaited<ReturnType<typeof saveWallet>>['wallet'],
) =>
  mailMember(tx, app, memberId, 'wallet-changed', {
    changes: [{ coin: wallet.coin, address: wallet.address }],
    usableFrom: wallet.usable_from.toISOString(),
    link: await makeAlarmLink(tx, app, { memberId, about: 'wallet-changed' }),
  })
