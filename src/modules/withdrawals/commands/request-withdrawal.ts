import type { Selectable } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { createCompromiseLink } from '#modules/identity/steps/create-compromise-link.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { computeWithdrawalFee } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { parseWithdrawalRequest, type WithdrawalInput, type WithdrawalRequest } from '../model.ts'
import { assertWithdrawalsOpen, loadFunds, loadRequestRules } from '../queries/request-context.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { placeHold } from '../steps/place-hold.ts'
import { saveWallet } from '../steps/save-wallet.ts'
import type { WithdrawalTables } from '../tables.ts'

type WalletRow = Selectable<WithdrawalTables['wallet']>
type WithdrawalRow = Selectable<WithdrawalTables['withdrawal']>

/**
 * Requests a withdrawal and places a hold on its amount: cash first, then principal, all or
 * nothing. A new address is saved, and the withdrawal is payable after its cool-down. Throws what
 * `assertWithdrawalsOpen`, `parseWithdrawalRequest`, `saveWallet` and `placeHold` throw.
 */
export async function requestWithdrawal(
  app: App,
  member: Actor,
  input: WithdrawalInput,
): Promise<Withdrawal> {
  await assertWithdrawalsOpen(app, member.id)
  const rules = await loadRequestRules(app)

  const row = await runInTransaction(app.db, async (tx) => {
    await lockMemberMoney(tx, member.id)
    const funds = await loadFunds(tx, member.id)
    const request = await parseWithdrawalRequest(input, rules, funds)

    const { wallet, added } = await saveWallet(tx, app, toWallet(member, request))
    const withdrawal = await insertWithdrawal(tx, app, member, request, wallet)
    await placeHold(tx, app, withdrawal, { cash: funds.cash, positions: request.positions })

    if (added) await notifyWalletAdded(tx, app, wallet)
    await notifyRequested(tx, app, withdrawal)
    await record(tx, withdrawal.created_at, member, 'withdrawal.requested', withdrawal.id, {
      amount: withdrawal.amount,
      source: withdrawal.source,
    })

    return withdrawal
  })

  app.events.publish(toMemberAudience(member.id), 'withdrawals')

  return toWithdrawal(row)
}

const toWallet = (member: Actor, { terms, address, network }: WithdrawalRequest) => ({
  memberId: member.id,
  coin: terms.coin,
  address,
  network,
})

function insertWithdrawal(
  tx: Tx,
  app: App,
  member: Actor,
  { amount, terms, source }: WithdrawalRequest,
  wallet: WalletRow,
): Promise<WithdrawalRow> {
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
      quoted_fee: computeWithdrawalFee(amount, terms),
      status: 'pending',
      created_at: now,
      payable_from: wallet.usable_from > now ? wallet.usable_from : now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const notifyWalletAdded = async (tx: Tx, app: App, wallet: WalletRow) =>
  notifyMember(tx, app, wallet.member_id, 'wallet-changed', {
    changes: [{ coin: wallet.coin, address: wallet.address }],
    usableFrom: wallet.usable_from,
    link: await createCompromiseLink(tx, app, {
      memberId: wallet.member_id,
      about: 'wallet-changed',
    }),
  })

const notifyRequested = (tx: Tx, app: App, row: WithdrawalRow) =>
  notifyMember(tx, app, row.member_id, 'withdrawal-requested', {
    withdrawalId: row.id,
    amount: row.amount,
    fee: row.quoted_fee,
    address: row.address,
    payableFrom: row.payable_from > row.created_at ? row.payable_from : null,
  })
