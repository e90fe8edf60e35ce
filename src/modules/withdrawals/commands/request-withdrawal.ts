import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { createCompromiseLink } from '#modules/identity/steps/create-compromise-link.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { redeemPrincipal } from '#modules/plans/steps/redeem-principal.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import {
  assertWithdrawable,
  computeShortfall,
  getHoldSubAccount,
  getSourceSubAccount,
} from '../model.ts'
import {
  assertWithdrawalsOpen,
  computeAvailableCents,
  createShortfallError,
  parseWithdrawalRequest,
  type WithdrawalInput,
  type WithdrawalRequest,
} from '../queries/withdrawal-request.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { saveWallet } from '../steps/save-wallet.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Holds an amount for a withdrawal at once: cash first, then principal, all of it or nothing. A new
 * address is saved and waits. Principal whose plan asks for notice is never taken: `notice_needed`
 * (409).
 */
export async function requestWithdrawal(
  app: App,
  member: Actor,
  input: WithdrawalInput,
): Promise<Withdrawal> {
  await assertWithdrawalsOpen(app, member.id)
  const request = await parseWithdrawalRequest(app, member.id, input)
  const row = await runInTransaction(app.db, (tx) => holdRequestedAmount(app, tx, member, request))
  app.events.publish(toMemberAudience(member.id), 'withdrawals')
  return toWithdrawal(row)
}

async function holdRequestedAmount(app: App, tx: Tx, member: Actor, request: WithdrawalRequest) {
  await lockMemberMoney(tx, member.id)

  const { amount, terms, source } = request
  const balances = await getMemberBalances(tx, member.id)
  assertWithdrawable(amount, await computeAvailableCents(tx, member.id, request, balances), terms)

  const saved = await saveWallet(tx, app, { memberId: member.id, coin: terms.coin, ...request })
  const row = await insertWithdrawal(app, tx, member, request, saved.wallet)
  const shortfall = source === 'profit' ? 0n : computeShortfall(amount, balances.cash)
  const redeemed = shortfall > 0n ? await redeem(app, tx, row.id, member, request, shortfall) : []

  await openMemberAccounts(tx, member.id)
  await post(tx, [...redeemed, buildHoldTransfer(app, row.id, member.id, request)])
  if (saved.added) await notifyWalletAdded(app, tx, member.id, saved.wallet)

  await notifyMember(tx, app, member.id, 'withdrawal-requested', {
    withdrawalId: row.id,
    amount,
    fee: row.fee_told,
    address: row.address,
    payableFrom: row.payable_from > row.created_at ? row.payable_from : null,
  })

  await record(tx, row.created_at, member, 'withdrawal.requested', row.id, { amount, source })

  return row
}

const insertWithdrawal = (
  app: App,
  tx: Tx,
  member: Actor,
  { amount, terms, source }: WithdrawalRequest,
  wallet: Awaited<ReturnType<typeof saveWallet>>['wallet'],
) => {
  const now = app.clock.now()
  return tx
    .withTables<WithdrawalTables>()
    .insertInto('withdrawal')
    .values({
      id: createId('wdr'),
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
  { positions }: WithdrawalRequest,
  amount: Cents,
): Promise<Transfer[]> {
  const picked = await redeemPrincipal(tx, {
    memberId: member.id,
    amount,
    ...(positions ? { positions } : {}),
    on: app.clock.today(),
    withdrawalId,
    actor: member.id,
  }).catch(throwPositionShortfall)

  return picked.transfers
}

function throwPositionShortfall(error: unknown): never {
  throw error instanceof DomainError && error.code === 'insufficient_funds'
    ? createShortfallError()
    : error
}

const buildHoldTransfer = (
  app: App,
  id: string,
  memberId: string,
  { source, amount }: WithdrawalRequest,
): Transfer => ({
  event: `withdrawal/${id}/hold`,
  kind: 'withdrawal_held',
  debit: toMemberAccountCode(memberId, getSourceSubAccount(source)),
  credit: toMemberAccountCode(memberId, getHoldSubAccount(source)),
  amount,
  effective: app.clock.today(),
  reference: id,
  actor: memberId,
})

const notifyWalletAdded = async (
  app: App,
  tx: Tx,
  memberId: string,
  wallet: Awaited<ReturnType<typeof saveWallet>>['wallet'],
) =>
  notifyMember(tx, app, memberId, 'wallet-changed', {
    changes: [{ coin: wallet.coin, address: wallet.address }],
    usableFrom: wallet.usable_from,
    link: await createCompromiseLink(tx, app, { memberId, about: 'wallet-changed' }),
  })
