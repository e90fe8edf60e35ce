import { type Selectable, sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { buildAuditEventInsert } from '#modules/audit/steps/record-audit-event.ts'
import { selectPaymentAddresses } from '#modules/chains/queries.ts'
import { assertNotInReview, selectTrueMatch } from '#modules/compliance/steps/assert-not-held.ts'
import { type Eligibility, selectEligibility, toEligibility } from '#modules/eligibility/queries.ts'
import { passGate } from '#modules/eligibility/steps/pass-gate.ts'
import { type Member, toRecipient } from '#modules/identity/model.ts'
import { buildCompromiseLinkInsert } from '#modules/identity/steps/create-compromise-link.ts'
import { selectMemberMoneyLock } from '#modules/ledger/steps/lock-member-money.ts'
import { notifyLocked } from '#modules/notifications/steps/queue-mail.ts'
import { computeWithdrawalFee } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import {
  findRequestedCoin,
  parseWithdrawalRequest,
  type WithdrawalInput,
  type WithdrawalRequest,
} from '../model.ts'
import {
  assertWithdrawalsOpen,
  selectFunds,
  selectRequestTerms,
  toFunds,
  toRequestTerms,
} from '../queries/request-context.ts'
import { type RequestedWithdrawal, toWithdrawal } from '../queries.ts'
import { placeHold } from '../steps/place-hold.ts'
import { resolveWallet, selectSavedWallets, type WalletRow } from '../steps/save-wallet.ts'
import type { WithdrawalTables } from '../tables.ts'

type WithdrawalRow = Selectable<WithdrawalTables['withdrawal']>

/**
 * Requests a withdrawal and places a hold on its amount: cash first, then principal, all or
 * nothing. A new address is saved, and the withdrawal is payable after its cool-down. Throws what
 * `assertNotInReview`, `assertWithdrawalsOpen`, `parseWithdrawalRequest`, `resolveWallet`,
 * `passGate` and `placeHold` throw.
 */
export async function requestWithdrawal(
  app: App,
  member: Actor,
  input: WithdrawalInput,
): Promise<RequestedWithdrawal> {
  const requested = await runInTransaction(app.db, async (tx) => {
    const terms = await lockMoneyAndLoadTerms(tx, app, member.id)
    assertWithdrawalsOpen(terms, app.clock.now())

    const { funds, saved, ours, eligibility } = await lockWalletsAndLoadFunds(
      tx,
      app,
      member.id,
      input,
    )
    const rules = { ...terms.rules, ours: new Set([...terms.rules.ours, ...ours]) }
    const request = await parseWithdrawalRequest(input, rules, funds)

    const { statedHours, walletCoolDownHours, secondAdminFrom } = terms.withdrawals
    const coolDown = { now: app.clock.now(), walletCoolDownHours }
    const id = createId('wdr')
    await passWithdrawGate(tx, app, eligibility, { id, amount: request.amount })
    const { wallet, added } = resolveWallet(saved, toWallet(member, request), coolDown)
    const { place, secondAdminNeeded, ...row } = await insertWithdrawal(tx, app, member, request, {
      id,
      wallet,
      added,
      threshold: BigInt(secondAdminFrom),
    })
    await placeHold(tx, app, row, { cash: funds.cash, positions: request.positions })
    await notifyAndRecord(tx, app, terms.member, row, added ? wallet : null)

    return { ...toWithdrawal(row), place, secondAdminNeeded, statedHours }
  })

  app.events.publish(toMemberAudience(member.id), 'withdrawals')

  return requested
}

/** Takes the lock in the statement that reads the terms; the funds are read after both. */
async function lockMoneyAndLoadTerms(tx: Tx, app: App, memberId: string) {
  const { matches, ...rows } = await readBatch(tx, {
    lock: selectMemberMoneyLock(memberId),
    ...selectRequestTerms(tx, memberId),
    matches: selectTrueMatch(tx, memberId),
  })
  assertNotInReview(matches)

  return toRequestTerms(app, rows)
}

async function lockWalletsAndLoadFunds(
  tx: Tx,
  { clock }: App,
  memberId: string,
  input: WithdrawalInput,
) {
  const coin = findRequestedCoin(input)
  const { saved, ours, ...rows } = await readBatch(tx, {
    saved: selectSavedWallets(tx, memberId, coin),
    ours: selectPaymentAddresses(coin, input.address ?? ''),
    ...selectFunds(tx, memberId),
    ...selectEligibility(memberId, { clock }),
  })

  return {
    funds: toFunds(memberId, rows),
    saved,
    ours: ours.map(({ address }) => address),
    eligibility: toEligibility(memberId, rows),
  }
}

const passWithdrawGate = (
  tx: Tx,
  app: App,
  eligibility: Eligibility,
  { id, amount }: { id: string; amount: Cents },
) => passGate(tx, app, eligibility, { operation: 'withdraw', subjectId: id, amountCents: amount })

const toWallet = (member: Actor, { terms, address, network }: WithdrawalRequest) => ({
  memberId: member.id,
  coin: terms.coin,
  address,
  network,
})

type Insertion = { id: string; wallet: WalletRow; added: boolean; threshold: Cents }

/**
 * Inserts a withdrawal, and its wallet where that is new. Returns its place in the queue and
 * whether two admins have to approve it, too.
 */
function insertWithdrawal(
  tx: Tx,
  app: App,
  member: Actor,
  { amount, terms, source }: WithdrawalRequest,
  { id, wallet, added, threshold }: Insertion,
): Promise<WithdrawalRow & { place: number; secondAdminNeeded: boolean }> {
  const now = app.clock.now()
  const tables = tx.withTables<WithdrawalTables>()
  const inserting = added
    ? tables.with('added', (db) => db.insertInto('wallet').values(wallet).returning('id'))
    : tables

  return inserting
    .insertInto('withdrawal')
    .values({
      id,
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
    .returning(PLACE.as('place'))
    .returning(buildLarge(threshold).as('secondAdminNeeded'))
    .executeTakeFirstOrThrow()
}

/** The place of a withdrawal that is being inserted, which its own statement does not see yet. */
const PLACE = sql<number>`(1 + (
  select count(*) from withdrawal open
  where open.status in ('pending', 'approved')
    and (open.created_at, open.id) < (withdrawal.created_at, withdrawal.id)
))::integer`

/** Tests if the withdrawal and what was approved in 24 hours reach the threshold. */
const buildLarge = (threshold: Cents) => sql<boolean>`
  withdrawal.amount + sum_approved_withdrawals(
    withdrawal.member_id, withdrawal.id, withdrawal.created_at) >= ${threshold}`

/** Notifies the member of the request and of a new address, and records the request. */
async function notifyAndRecord(
  tx: Tx,
  app: App,
  member: Member,
  row: WithdrawalRow,
  added: WalletRow | null,
): Promise<void> {
  const recipient = { ...toRecipient(member), memberId: member.id }
  const warned = added && buildWalletAddedMail(app, added)
  const requested = buildAuditEventInsert(row.created_at, member, 'withdrawal.requested', row.id, {
    amount: row.amount,
    source: row.source,
  })

  await notifyLocked(
    tx,
    app,
    [
      ...(warned ? [{ ...warned.mail, recipient }] : []),
      { template: 'withdrawal-requested', recipient, data: toRequestedMail(row) },
    ],
    [...(warned ? [warned.insert] : []), requested],
  )
}

function buildWalletAddedMail(app: App, { member_id, coin, address, usable_from }: WalletRow) {
  const about = 'wallet-changed'
  const { link, insert } = buildCompromiseLinkInsert(app, { memberId: member_id, about })
  const data = { changes: [{ coin, address }], usableFrom: usable_from, link }

  return { mail: { template: about, data } as const, insert }
}

const toRequestedMail = (row: WithdrawalRow) => ({
  withdrawalId: row.id,
  amount: row.amount,
  fee: row.quoted_fee,
  address: row.address,
  payableFrom: row.payable_from > row.created_at ? row.payable_from : null,
})
