import type { EngineModel } from './engine-model.ts'
import type { ModelPosition } from './engine-model-days.ts'

/** Something that happened to the positions of a plan, as the members and the staff brought it about. */
type Happening =
  | { kind: 'opened'; position: ModelPosition; principal: bigint }
  | { kind: 'added'; positionId: string; amount: bigint }
  | { kind: 'left'; positionId: string; amount: bigint; request: string }
  | { kind: 'released'; positionId: string; amount: bigint; request: string }
  | { kind: 'lost'; cents: bigint }
  | { kind: 'closed' }
  | { kind: 'matured'; positionId: string }
type PlanEvent = Happening & { day: number; moment: number }

type Share = {
  position: ModelPosition
  left: bigint
  /** What went from the position into cash. */
  cash: bigint
  centDays: bigint
  countedTo: number
}

/** How a request is imagined: as it was, never made, or made and never released. */
type World = 'actual' | 'stayed' | 'left'
export type ReleaseReason = 'restored' | 'after a loss' | 'after closing' | 'after the term'

const BPS = 10_000n

/**
 * Follows what leaves positions and returns to them, by the rules of PRODUCT.md 6.3 alone: what is
 * released returns to its position as if it had never left, unless the plan recorded a loss, closed
 * or matured meanwhile; then it stays cash with what it had accrued until it left. Each released
 * part is compared with two worlds: one in which it stayed, and one in which it left for good.
 */
export class FairShares {
  readonly #plans = new Map<string, PlanEvent[]>()
  /** What went from each position into cash, and did not come back. */
  readonly #cash = new Map<string, bigint>()
  readonly #model: EngineModel
  readonly #report: (event: ReleaseReason | 'loss') => void
  #request = ''
  #moment = 0

  constructor(model: EngineModel, report: (event: ReleaseReason | 'loss') => void) {
    this.#model = model
    this.#report = report
    this.#follow()
  }

  /** Records what the model is made to do. */
  #follow() {
    this.#followRequests()
    this.#followPositions()
    this.#followPlans()
  }

  #followRequests() {
    const model = this.#model
    const { withdraw, release } = model
    const within = (request: string, run: () => void) => {
      this.#request = request
      try {
        run()
      } finally {
        this.#request = ''
      }
    }

    model.withdraw = (input, id) => within(id, () => withdraw.call(model, input, id))
    model.release = (withdrawal, as) =>
      within(withdrawal.id, () => release.call(model, withdrawal, as))
  }

  #followPositions() {
    const model = this.#model
    const { open, take, giveBack, settle } = model

    model.open = (input, from) => {
      open.call(model, input, from)
      const position = model.position(input.id)
      const { principal } = position
      this.#record(input.planId, { kind: 'opened', position, principal })
    }
    model.take = (position, amount) => {
      const { id: positionId, planId } = position
      if (position.matured === null)
        this.#record(planId, { kind: 'left', positionId, amount, request: this.#request })
      else this.#record(planId, { kind: 'matured', positionId })
      this.#addCash(positionId, amount)
      take.call(model, position, amount)
    }
    model.giveBack = (position, amount, taken) => {
      const { id: positionId, planId, left } = position
      this.#record(planId, { kind: 'released', positionId, amount, request: this.#request })
      giveBack.call(model, position, amount, taken)
      this.#addCash(positionId, left - position.left)
      this.#assertFair(position, this.#request)
      this.#report(this.#findReason(planId, positionId, this.#request))
    }
    model.settle = (upTo, ids) => {
      const known = new Map([...model.positions].map(([id, { principal }]) => [id, principal]))
      settle.call(model, upTo, ids)
      for (const position of model.positions.values()) this.#recordAddition(position, known)
    }
  }

  #followPlans() {
    const model = this.#model
    const { bear, close } = model

    model.bear = (planId, cents) => {
      const before = model.openOf(planId).map(({ id, left }) => ({ id, left }))
      this.#record(planId, { kind: 'lost', cents })
      bear.call(model, planId, cents)
      this.#assertProRata(planId, cents, before)
    }
    model.close = (planId) => {
      close.call(model, planId)
      this.#record(planId, { kind: 'closed' })
    }
  }

  #addCash = (positionId: string, amount: bigint) =>
    this.#cash.set(positionId, (this.#cash.get(positionId) ?? 0n) + amount)

  /** A return that is reinvested is added to the position on the day it was opened. */
  #recordAddition({ id, planId, principal }: ModelPosition, known: ReadonlyMap<string, bigint>) {
    const before = known.get(id)
    const events = this.#plans.get(planId) ?? []
    if (before === undefined) {
      const opened = events.find((one) => one.kind === 'opened' && one.position.id === id)
      if (opened?.kind === 'opened') opened.principal = principal
    } else if (principal > before)
      this.#record(planId, { kind: 'added', positionId: id, amount: principal - before })
  }

  #record(planId: string, what: Happening) {
    const events = this.#plans.get(planId) ?? []
    this.#plans.set(planId, events)
    events.push({ ...what, day: this.#model.day, moment: ++this.#moment })
  }

  /** Compares each position with what its timeline says, and each released part with both worlds. */
  examine() {
    for (const [planId, events] of this.#plans) {
      const shares = this.#replay(planId, 'actual', '')
      for (const { position, left, centDays } of shares.values())
        if (left !== position.left || centDays !== position.centDays)
          throw new Error(
            `${position.id} holds ${position.left} with ${position.centDays} cent-days, and ` +
              `${left} with ${centDays} by its timeline`,
          )

      for (const event of events)
        if (event.kind === 'released')
          this.#assertFair(this.#model.position(event.positionId), event.request)
    }
  }

  /** Throws unless a loss fell on those in the plan, each by its part to the cent. */
  #assertProRata(planId: string, cents: bigint, before: { id: string; left: bigint }[]) {
    const whole = before.reduce((sum, { left }) => sum + left, 0n)
    let total = 0n

    for (const { id, left } of before) {
      const share = left - this.#model.position(id).left
      const error = share * whole - cents * left
      total += share
      if (error >= whole || error <= -whole)
        throw new Error(`${id} bears ${share} of ${cents}, with ${left} of ${whole} in ${planId}`)
    }

    if (total !== cents) throw new Error(`${total} of ${cents} lost by ${planId} are borne`)
    this.#report('loss')
  }

  /**
   * Throws unless a released part is, to the cent, where the rule puts it, and worth no more than
   * the better of having stayed and having left.
   */
  #assertFair({ id, planId }: ModelPosition, request: string) {
    const [actual, stayed, left] = (['actual', 'stayed', 'left'] as const).map((world) =>
      computeWorth(this.#replay(planId, world, request).get(id)),
    ) as [bigint, bigint, bigint]
    const worth = computeWorth(toShare(this.#model.position(id), this.#cash.get(id) ?? 0n))
    const reason = this.#findReason(planId, id, request)
    const due = reason === 'restored' ? stayed : left
    const figures = `${worth} of ${id} after ${request} (${reason}); stayed ${stayed}, left ${left}`

    if (worth > (stayed > left ? stayed : left)) throw new Error(`a member gains: ${figures}`)
    if (worth !== due || actual !== due) throw new Error(`not what the contract says: ${figures}`)
  }

  #findReason(planId: string, positionId: string, request: string): ReleaseReason {
    const events = this.#plans.get(planId) ?? []
    const find = (kind: 'left' | 'released') =>
      events.find(
        (one) => one.kind === kind && one.request === request && one.positionId === positionId,
      )
    const [taken, back] = [find('left'), find('released')]
    if (!taken || !back) throw new Error(`${request} took nothing from ${positionId}`)

    return findReason(events, taken, back, this.#model.position(positionId))
  }

  /** Lets the events of a plan happen again, in a world where one request was another. */
  #replay(planId: string, world: World, request: string): Map<string, Share> {
    const events = this.#plans.get(planId) ?? []
    const shares = new Map<string, Share>()
    const isOther = (one: PlanEvent) =>
      'request' in one &&
      one.request === request &&
      (world === 'stayed' || (world === 'left' && one.kind === 'released'))

    for (const event of events) {
      for (const share of shares.values()) countDays(share, event.day)
      if (!isOther(event)) happen(shares, event, events)
    }

    for (const share of shares.values()) countDays(share, this.#model.day)
    return shares
  }
}

/** Why a part is where it is after its release: days are what the contract counts in. */
function findReason(
  events: readonly PlanEvent[],
  taken: PlanEvent,
  back: PlanEvent,
  { matures }: ModelPosition,
): ReleaseReason {
  if (matures <= back.day) return 'after the term'
  const meanwhile = events.filter(({ moment }) => moment < back.moment)
  if (meanwhile.some(({ kind, day }) => kind === 'lost' && day >= taken.day)) return 'after a loss'
  if (meanwhile.some(({ kind, moment }) => kind === 'closed' && moment > taken.moment))
    return 'after closing'
  return 'restored'
}

const toShare = (position: ModelPosition, cash: bigint): Share => ({
  position,
  left: position.left,
  cash,
  centDays: position.centDays,
  countedTo: position.matures,
})

/** What a position still holds, what went to cash out of it, and what it has accrued. */
function computeWorth(share: Share | undefined): bigint {
  if (!share) return 0n
  const { version } = share.position
  return share.left + share.cash + (version.bps * share.centDays) / (BPS * BigInt(version.term))
}

/** Counts each cent for each day that it stayed, up to the end of the term. */
function countDays(share: Share, day: number) {
  const last = day < share.position.matures ? day : share.position.matures
  if (last > share.countedTo) share.centDays += share.left * BigInt(last - share.countedTo)
  if (last > share.countedTo) share.countedTo = last
}

function move(share: Share | undefined, amount: bigint) {
  if (!share) return
  const moved = amount < share.left ? amount : share.left
  share.left -= moved
  share.cash += moved
}

function happen(shares: Map<string, Share>, event: PlanEvent, events: readonly PlanEvent[]) {
  if (event.kind === 'opened') {
    const { position, principal: left, day: countedTo } = event
    shares.set(position.id, { position, left, cash: 0n, centDays: 0n, countedTo })
  }

  if (event.kind === 'added') {
    const share = shares.get(event.positionId)
    if (share) share.left += event.amount
  }

  if (event.kind === 'left') move(shares.get(event.positionId), event.amount)

  if (event.kind === 'matured') {
    const share = shares.get(event.positionId)
    move(share, share?.left ?? 0n)
  }

  if (event.kind === 'released') restore(shares.get(event.positionId), event, events)
  if (event.kind === 'lost') spreadLoss(shares, event)
}

function restore(
  share: Share | undefined,
  event: PlanEvent & { kind: 'released' },
  events: readonly PlanEvent[],
) {
  const taken = events.find(
    (one) =>
      one.kind === 'left' && one.request === event.request && one.positionId === event.positionId,
  )
  if (!share || !taken || findReason(events, taken, event, share.position) !== 'restored') return

  share.left += event.amount
  share.cash -= event.amount
  share.centDays += event.amount * BigInt(event.day - taken.day)
}

/** Spreads a loss over what is in the plan, in the order of the ids, by cumulative parts. */
function spreadLoss(shares: Map<string, Share>, { cents, day }: PlanEvent & { kind: 'lost' }) {
  const open = [...shares.values()]
    .filter(({ left, position }) => left > 0n && position.matures > day)
    .sort((one, other) => (one.position.id < other.position.id ? -1 : 1))
  const whole = open.reduce((sum, { left }) => sum + left, 0n)
  let [weight, borne] = [0n, 0n]

  for (const share of open) {
    weight += share.left
    const part = (cents * weight) / whole - borne
    borne += part
    share.left -= part
  }
}
