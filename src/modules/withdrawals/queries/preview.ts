import { HOUR_MS } from '#lib/dates.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { computeAffordableCoin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import {
  allocateParts,
  createNoticeNeededError,
  formatPositionName,
  type PositionPart,
} from '#modules/plans/model.ts'
import {
  listMemberPositions,
  type PositionView,
  previewRedemption,
} from '#modules/plans/queries.ts'
import { computeWithdrawalFee } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import {
  computePayoutDeadline,
  computeShortfall,
  createShortfallError,
  parseWithdrawalRequest,
  type WithdrawalInput,
  type WithdrawalRequest,
} from '../model.ts'
import { listQueuePlaces, listWallets } from '../queries.ts'
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

async function previewRedemptions(
  app: App,
  memberId: string,
  { positions }: WithdrawalRequest,
  shortfall: Cents,
) {
  const open = (await listMemberPositions(app.db, memberId, app.clock.today())).filter(
    ({ status }) => status === 'open',
  )
  const available = positions
    ? selectPositions(open, positions)
    : open.filter(({ noticePeriodDays }) => noticePeriodDays === 0)
  const parts = allocateParts(available, shortfall)
  if (!parts) throw createShortfallError()

  return await Promise.all(
    parts.map((part) => computeRedemptionEffect(app, memberId, available, part)),
  )
}

const selectPositions = (open: readonly PositionView[], ids: readonly string[]) =>
  [...new Set(ids)].map((id) => {
    const found = open.find((position) => position.id === id)
    if (!found) throw createNotFoundError('This investment')

    const { planName: name, family, openedOn, noticePeriodDays } = found
    if (noticePeriodDays > 0)
      throw createNoticeNeededError(
        `${formatPositionName({ plan: { name, family }, openedOn })} requires notice before you ` +
          'can withdraw from it.',
      )

    return found
  })

async function computeRedemptionEffect(
  app: App,
  memberId: string,
  available: readonly PositionView[],
  part: PositionPart,
) {
  const position = available.find(({ id }) => id === part.positionId) as PositionView
  const effect = await previewRedemption(app.db, memberId, part, app.clock.today()).catch(
    toEndedEffect(position, part),
  )
  const { amount, stays, accrued, target, forgoneTarget } = effect
  const { id, planName: plan, family, openedOn, maturesOn } = position

  return {
    position: id,
    plan,
    family,
    openedOn,
    maturesOn,
    amount,
    stays,
    accrued,
    target,
    forgoneTarget,
  }
}

/** Handles a position whose term has ended: redeeming its principal forgoes nothing. */
const toEndedEffect =
  ({ remaining, accrued, target }: PositionView, { amount }: PositionPart) =>
  (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'position_ended') throw error
    return { amount, stays: remaining - amount, accrued, target, forgoneTarget: 0n }
  }
