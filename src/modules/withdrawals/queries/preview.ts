import { HOUR_MS } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { computeAffordableCoin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { computeWithdrawalFee } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import {
  computePayoutDeadline,
  computeShortfall,
  parseWithdrawalRequest,
  type WithdrawalInput,
  type WithdrawalRequest,
} from '../model.ts'
import { listQueuePlaces, listWallets } from '../queries.ts'
import { previewRedemptions } from './preview-redemptions.ts'
import {
  assertWithdrawalsOpen,
  loadFunds,
  type RequestTerms,
  selectRequestTerms,
  toRequestTerms,
} from './request-context.ts'

/**
 * Returns the effects of a request by the rules that carry it out: where the amount is taken from,
 * the effect on accrual, the fee, and when it can be paid. Throws what `requestWithdrawal` throws
 * for the same input. Nothing is held or saved.
 */
export async function previewWithdrawal(app: App, member: Actor, input: WithdrawalInput) {
  const terms = toRequestTerms(app, await readBatch(app.db, selectRequestTerms(app.db, member.id)))
  assertWithdrawalsOpen(terms, app.clock.now())

  const funds = await loadFunds(app.db, member.id)
  const request = await parseWithdrawalRequest(input, terms.rules, funds)

  const { amount, terms: method, source } = request
  const shortfall = source === 'profit' ? 0n : computeShortfall(amount, funds.cash)
  const fee = computeWithdrawalFee(amount, method)

  return {
    amount,
    source,
    fee,
    coin: method.coin,
    payment_method: method.method,
    arrives: amount - fee,
    ...(await previewDestination(app, terms, request)),
    ...(await estimateCoinAmount(app, request, amount - fee)),
    fromCash: amount - shortfall,
    parts: shortfall > 0n ? await previewRedemptions(app, member.id, request, shortfall) : [],
    place: (await listQueuePlaces(app.db)).size + 1,
  }
}

async function previewDestination(
  app: App,
  { member, withdrawals: { walletCoolDownHours, statedHours } }: RequestTerms,
  { terms, address, network }: WithdrawalRequest,
) {
  const now = app.clock.now()
  const saved = (await listWallets(app.db, member.id)).find(
    (wallet) => wallet.coin === terms.coin && wallet.address === address,
  )
  const usable = saved?.usableFrom ?? new Date(now.getTime() + walletCoolDownHours * HOUR_MS)
  const payableFrom = usable > now ? usable : now
  const expectedBy = computePayoutDeadline({ createdAt: now, payableFrom }, statedHours)

  return {
    wallet_address: address,
    network,
    newAddress: !saved,
    cooling: usable > now,
    payableFrom,
    expectedBy,
  }
}

/** Estimates the coin amount at the current price; without a price both are null. */
async function estimateCoinAmount(app: App, { terms }: WithdrawalRequest, arrives: Cents) {
  const price = await getPrice(app, terms.coin).catch(() => null)
  if (!price) return { coinAmount: null, rate: null }
  return { coinAmount: computeAffordableCoin(arrives, price.rate, terms.coin), rate: price.rate }
}
