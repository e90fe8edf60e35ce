import { DomainError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import type { Actor } from '#modules/audit/model.ts'
import { makeAlarmLink } from '#modules/identity/acts/make-alarm-link.ts'
import { lockMemberMoney } from '#modules/ledger/acts/lock-member-money.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { memberAccount, type Transfer } from '#modules/ledger/model.ts'
import { memberBalances } from '#modules/ledger/queries.ts'
import { redeemPrincipal } from '#modules/plans/acts/redeem-principal.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { mailMember } from '../acts/mail-member.ts'
import { saveWallet } from '../acts/save-wallet.ts'
import { assertWithdrawable, holdOf, purseOf, shortfallOf } from '../model.ts'
import {
  type Asked,
  assertOpenFor,
  availableNow,
  tooLittle,
  type Wanted,
  wantedOf,
} from '../queries/wanted.ts'
import { type Withdrawal, withdrawalOf } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Holds an amount for a withdrawal at once: cash first, then principal, all of it or nothing. A new
 * address is saved and waits. Principal whose plan asks for notice is never taken: `notice_needed`
 * (409).
 */
export async function requestWithdrawal(
  app: App,
  member: Actor,
  input: Asked,
): Promise<Withdrawal> {
  await assertOpenFor(app, member.id)
  const wanted = await wantedOf(app, member.id, input)
  const row = await inTransaction(app.db, (tx) => held(app, tx, member, wanted))
  app.events.publish(audienceOf(member.id), 'withdrawals')
  return withdrawalOf(row)
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
    withdrawalId: row.id,
    amount,
    fee: row.fee_told,
    method: row.method,
    address: row.address,
    payableFrom: row.payable_from > row.created_at ? row.payable_from.toISOString() : null,
  })

  await record(tx, row.created_at, member, 'withdrawal.requested', row.id, { amount, source })

  return row
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
  throw error instanceof DomainError && error.code === 'insufficient_funds' ? tooLittle() : error
}

const holdTransfer = (
  app: App,
  id: string,
  memberId: string,
  { source, amount }: Wanted,
): Transfer => ({
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
