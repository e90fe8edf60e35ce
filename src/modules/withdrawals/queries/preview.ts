import { DomainError, notFound } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { memberBalances } from '#modules/ledger/queries.ts'
import { coinWithin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { noticeNeeded, type PositionPart, partsFor } from '#modules/plans/model.ts'
import { listPositionsOf, type PositionView, redemptionOf } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { shortfallOf, statedBy } from '../model.ts'
import { listWallets, placesInQueue } from '../queries.ts'
import { type Asked, assertOpenFor, tooLittle, type Wanted, wantedOf } from './wanted.ts'

const HOUR_MS = 3_600_000

/**
 * What a request would mean, by the rules that would carry it out, and with their refusals: what it
 * takes from where, what that does to accrual, what it costs, when it could be paid. It holds,
 * saves and asks for nothing.
 */
export async function previewOf(app: App, member: Actor, asked: Asked) {
  await assertOpenFor(app, member.id)

  const wanted = await wantedOf(app, member.id, asked)
  const { amount, terms, source } = wanted
  const balances = await memberBalances(app.db, member.id)
  const shortfall = source === 'profit' ? 0n : shortfallOf(amount, balances.cash)
  const fee = terms.withdrawalFee

  return {
    amount,
    source,
    fee,
    coin: terms.coin,
    payment_method: terms.method,
    arrives: amount - fee,
    ...(await destinationOf(app, member.id, wanted)),
    ...(await estimateOf(app, wanted, amount - fee)),
    fromCash: amount - shortfall,
    parts: shortfall > 0n ? await partsOf(app, member.id, wanted, shortfall) : [],
    place: (await placesInQueue(app.db)).size + 1,
  }
}

async function destinationOf(app: App, memberId: string, { terms, address, network }: Wanted) {
  const now = app.clock.now()
  const { walletCoolDownHours, statedHours } = await getSetting(app.db, app.config, 'withdrawals')
  const saved = (await listWallets(app.db, memberId)).find(
    (wallet) => wallet.coin === terms.coin && wallet.address === address,
  )
  const usable = saved?.usableFrom ?? new Date(now.getTime() + walletCoolDownHours * HOUR_MS)
  const payableFrom = usable > now ? usable : now
  const expectedBy = statedBy({ createdAt: now, payableFrom }, statedHours)

  return {
    wallet_address: address,
    network,
    newAddress: !saved,
    cooling: usable > now,
    payableFrom,
    expectedBy,
  }
}

/**
 * In coin at the price of now; without a price nothing is estimated, and the request can be made
 * all the same.
 */
async function estimateOf(app: App, { terms }: Wanted, arrives: Cents) {
  const price = await getPrice(app, terms.coin).catch(() => null)
  if (!price) return { coinAmount: null, rate: null }
  return { coinAmount: coinWithin(arrives, price.rate, terms.coin), rate: price.rate }
}

async function partsOf(app: App, memberId: string, { positions }: Wanted, shortfall: Cents) {
  const open = (await listPositionsOf(app.db, memberId, app.clock.today())).filter(
    ({ status }) => status === 'open',
  )
  const giving = positions
    ? picked(open, positions)
    : open.filter(({ noticeDays }) => noticeDays === 0)
  const parts = partsFor(giving, shortfall)
  if (!parts) throw tooLittle()

  return await Promise.all(parts.map((part) => effectOf(app, memberId, giving, part)))
}

const picked = (open: readonly PositionView[], ids: readonly string[]) =>
  [...new Set(ids)].map((id) => {
    const found = open.find((position) => position.id === id)
    if (!found) throw notFound('This position')
    if (found.noticeDays > 0)
      throw noticeNeeded(`The ${found.planName} plan asks for notice first.`)
    return found
  })

async function effectOf(
  app: App,
  memberId: string,
  giving: readonly PositionView[],
  part: PositionPart,
) {
  const position = giving.find(({ id }) => id === part.positionId) as PositionView
  const effect = await redemptionOf(app.db, memberId, part, app.clock.today()).catch(
    ended(position, part),
  )
  const { amount, stays, accrued, target, givenUp } = effect
  const { id, planName: plan, openedOn, maturesOn } = position

  return { position: id, plan, openedOn, maturesOn, amount, stays, accrued, target, givenUp }
}

/**
 * A term that ended today and waits to be settled: taking the principal out gives nothing up any
 * more.
 */
const ended =
  ({ remaining, accrued, target }: PositionView, { amount }: PositionPart) =>
  (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'position_ended') throw error
    return { amount, stays: remaining - amount, accrued, target, givenUp: 0n }
  }
