import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { selectPaymentAddresses } from '#modules/chains/queries.ts'
import { assertNotInReview, selectTrueMatch } from '#modules/compliance/steps/assert-not-held.ts'
import { type Eligibility, selectEligibility, toEligibility } from '#modules/eligibility/queries.ts'
import { passGate } from '#modules/eligibility/steps/pass-gate.ts'
import { selectMemberMoneyLock } from '#modules/ledger/steps/lock-member-money.ts'
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
import { insertWithdrawal } from '../steps/insert-withdrawal.ts'
import { notifyAndRecord } from '../steps/notify-of-request.ts'
import { placeHold } from '../steps/place-hold.ts'
import { resolveWallet, selectSavedWallets } from '../steps/save-wallet.ts'

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
