/** Why the model takes something for wrong, by the code that the engine has to answer with. */
export class ModelRejection extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export const rejectIf = (wrong: boolean, code: string) => {
  if (wrong) throw new ModelRejection(code)
}

export type SubAccountBalances = {
  cash: bigint
  principal: bigint
  profit: bigint
  holdCash: bigint
  holdProfit: bigint
}

export type ModelVersion = {
  id: string
  min: bigint
  max: bigint
  bps: bigint
  term: number
  noticePeriodDays: number
}
type ModelIncome = { id: string; cents: bigint; used: bigint; day: number }

export type ModelPlan = {
  id: string
  /** Published ones, the newest last. */
  versions: ModelVersion[]
  closed: boolean
  /** Which step of the walk closed it. */
  closedAt: number | null
  /** The days of its losses. */
  losses: number[]
  income: bigint
  placed: bigint
  incomes: ModelIncome[]
}

export type Instruction = 'to_balance' | 'reinvest_principal' | 'reinvest_all'

export type ModelPosition = {
  id: string
  memberId: string
  planId: string
  version: ModelVersion
  principal: bigint
  left: bigint
  opened: number
  matures: number
  status: 'open' | 'redeemed' | 'matured' | 'lost'
  atMaturity: Instruction
  from: string | null
  /** Cents times the days that each of them stayed, counted day by day as they pass. */
  centDays: bigint
  matured: number | null
  due: bigint
  paid: bigint
}

type ModelRedemptionNotice = {
  id: string
  positionId: string
  amount: bigint
  ends: number
  status: 'waiting' | 'done' | 'cancelled'
}

/** What the control totals of a plan have to say of a day. */
type ModelTotal = {
  planId: string
  day: number
  positions: bigint
  principal: bigint
  accrued: bigint
  due: bigint
}

const BPS = 10_000n
const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((all, one) => all + one, 0n)
const lesser = (one: bigint, other: bigint) => (one < other ? one : other)
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Splits an amount by weight, in the given order. Cumulative shares are rounded down, so that the
 * parts always add up to the amount.
 */
function splitByWeight(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights)
  let weight = 0n
  let allocated = 0n

  return weights.map((one) => {
    weight += one
    const share = (amount * weight) / whole - allocated
    allocated += share
    return share
  })
}

/**
 * What days bring, written down a second time in plain bigints and without SQL: terms, notices,
 * totals, distributions and losses. It counts cent-days as they pass, where the engine works them
 * out from dates.
 */
export class DaysModel {
  readonly members = new Map<string, SubAccountBalances>()
  readonly plans = new Map<string, ModelPlan>()
  readonly positions = new Map<string, ModelPosition>()
  readonly redemptionNotices = new Map<string, ModelRedemptionNotice>()
  readonly totals: ModelTotal[] = []
  /** What has come about, in words, for who has to know that a walk was worth it. */
  readonly happened = new Set<string>()
  /** How many requests and closings came before: which of two on the same day was first. */
  moment = 0
  readonly operatorAccounts = { equity: 0n, promotion: 0n, fees: 0n, USD: 0n, USDT: 0n }
  day: number

  constructor(day: number) {
    this.day = day
  }

  getSubAccounts = (memberId: string): SubAccountBalances => this.#found(this.members, memberId)
  plan = (planId: string): ModelPlan => this.#found(this.plans, planId)
  position = (id: string): ModelPosition => this.#found(this.positions, id)
  #found<Value>(map: Map<string, Value>, id: string): Value {
    const value = map.get(id)
    if (value === undefined) throw new Error(`the model knows no ${id}`)
    return value
  }

  /** What the plan offers today, if it does. */
  offer(plan: ModelPlan): ModelVersion | undefined {
    return plan.closed ? undefined : plan.versions.at(-1)
  }

  accrued = ({ version, centDays }: ModelPosition): bigint =>
    (version.bps * centDays) / (BPS * BigInt(version.term))

  /**
   * Computes what a member is shown: the estimate of running terms, and what is due of ended ones.
   */
  computeExpectedReturn(memberId: string) {
    const own = [...this.positions.values()].filter((position) => position.memberId === memberId)
    const [running, over] = [
      own.filter((one) => one.matured === null),
      own.filter((one) => one.matured !== null),
    ]

    return {
      accrued: sum(running.map(this.accrued)),
      due: sum(over.map(({ due, paid }) => due - paid)),
    }
  }

  open(
    input: Pick<
      ModelPosition,
      'id' | 'memberId' | 'planId' | 'version' | 'principal' | 'atMaturity'
    >,
    from: string | null = null,
  ) {
    const subAccounts = this.getSubAccounts(input.memberId)
    subAccounts.cash -= input.principal
    subAccounts.principal += input.principal
    this.positions.set(input.id, {
      ...input,
      left: input.principal,
      opened: this.day,
      matures: this.day + input.version.term,
      from,
      status: 'open',
      centDays: 0n,
      matured: null,
      due: 0n,
      paid: 0n,
    })
  }

  /** Takes a part out of a position, into cash. */
  take(position: ModelPosition, amount: bigint) {
    position.left -= amount
    if (position.left === 0n) position.status = 'redeemed'
    const subAccounts = this.getSubAccounts(position.memberId)
    subAccounts.principal -= amount
    subAccounts.cash += amount
  }

  /**
   * Gives back a part that was taken on a day, as if it had never been. It stays cash with what it
   * had accrued until then where its term is over, or its plan lost money or closed meanwhile.
   */
  giveBack(position: ModelPosition, amount: bigint, taken: { day: number; at: number }) {
    const plan = this.plan(position.planId)
    const event =
      position.matures <= this.day
        ? 'given back after its term'
        : plan.losses.some((day) => day >= taken.day)
          ? 'given back after a loss'
          : plan.closedAt !== null && plan.closedAt > taken.at
            ? 'given back after its plan closed'
            : null
    this.happened.add(event ?? 'given back in its term')
    if (event !== null) return

    position.centDays += amount * BigInt(this.day - taken.day)
    position.left += amount
    position.status = 'open'

    const subAccounts = this.getSubAccounts(position.memberId)
    subAccounts.cash -= amount
    subAccounts.principal += amount
  }

  openOf = (planId: string) =>
    [...this.positions.values()]
      .filter((position) => position.planId === planId && position.status === 'open')
      .sort((one, other) => byText(one.id, other.id))

  waitingOf = (positionId: string) =>
    [...this.redemptionNotices.values()]
      .filter(
        (redemptionNotice) =>
          redemptionNotice.positionId === positionId && redemptionNotice.status === 'waiting',
      )
      .sort((one, other) => one.ends - other.ends || byText(one.id, other.id))

  /** Today's open positions bear a loss pro rata; waiting notices are cut to what is left. */
  bear(planId: string, loss: bigint) {
    this.plan(planId).losses.push(this.day)
    const open = this.openOf(planId)
    const shares = splitByWeight(
      loss,
      open.map(({ left }) => left),
    )

    for (const [index, position] of open.entries()) {
      const share = shares[index] ?? 0n
      if (share === 0n) continue

      position.left -= share
      if (position.left === 0n) position.status = 'lost'
      this.happened.add(position.left === 0n ? 'lost' : 'lowered by a loss')
      this.getSubAccounts(position.memberId).principal -= share

      let left = position.left
      for (const redemptionNotice of this.waitingOf(position.id)) {
        if (left < redemptionNotice.amount)
          this.happened.add(left > 0n ? 'notice cut' : 'notice lost')
        if (left <= 0n) redemptionNotice.status = 'cancelled'
        else redemptionNotice.amount = lesser(redemptionNotice.amount, left)
        left -= redemptionNotice.amount
      }
    }
  }

  /**
   * Settles every day up to one, or once more the one that it is. `ids` names new positions by the
   * one they come from.
   */
  settle(upTo: number, ids: ReadonlyMap<string, string>) {
    if (upTo === this.day) return this.#bring(ids, false)

    while (this.day < upTo) {
      this.day++
      for (const position of this.positions.values())
        if (this.day <= position.matures) position.centDays += position.left
      this.#bring(ids, true)
    }
  }

  #bring(ids: ReadonlyMap<string, string>, isNew: boolean) {
    this.#endNotices()
    this.#endTerms(ids)
    if (isNew) this.#count()
    for (const plan of this.plans.values()) this.#distribute(plan)
  }

  #endNotices() {
    const over = [...this.redemptionNotices.values()]
      .filter(({ status, ends }) => status === 'waiting' && ends <= this.day)
      .sort((one, other) => one.ends - other.ends || byText(one.id, other.id))
    for (const redemptionNotice of over) {
      const position = this.position(redemptionNotice.positionId)
      const amount = lesser(redemptionNotice.amount, position.left)
      redemptionNotice.status = amount > 0n ? 'done' : 'cancelled'
      this.happened.add('notice ended')
      if (amount > 0n) this.take(position, amount)
    }
  }

  #endTerms(ids: ReadonlyMap<string, string>) {
    const over = [...this.positions.values()].filter(
      (one) => one.matured === null && one.matures <= this.day,
    )
    for (const position of over.sort((one, other) => byText(one.id, other.id))) {
      const { left, memberId, planId, atMaturity } = position
      position.matured = this.day
      position.due = this.accrued(position)
      for (const redemptionNotice of this.waitingOf(position.id))
        redemptionNotice.status = 'cancelled'

      const plan = this.plan(planId)
      const version = this.offer(plan)
      const isWithinLimits = version && left >= version.min && left <= version.max && left > 0n

      if (position.status === 'open') {
        this.take(position, left)
        position.status = 'matured'
      }

      this.happened.add(
        atMaturity === 'to_balance' || left === 0n
          ? 'matured'
          : isWithinLimits
            ? 'reinvested'
            : 'not reinvested',
      )

      if (atMaturity === 'to_balance' || !version || !isWithinLimits) continue

      const id = ids.get(position.id) ?? `nothing from ${position.id}`
      this.open({ id, memberId, planId, version, principal: left, atMaturity }, position.id)
    }
  }

  #count() {
    for (const planId of this.plans.keys()) {
      const own = [...this.positions.values()].filter((position) => position.planId === planId)
      const running = own.filter((position) => position.matured === null)
      const due = sum(own.map((position) => position.due - position.paid))
      if (running.length === 0 && due === 0n) continue

      const principal = sum(running.map(({ left }) => left))
      const accrued = sum(running.map(this.accrued))
      this.totals.push({
        planId,
        day: this.day,
        positions: BigInt(running.length),
        principal,
        accrued,
        due,
      })
    }
  }

  /** Shares the income recorded so far among what is due, in the order of maturity. */
  #distribute(plan: ModelPlan) {
    const owed = [...this.positions.values()]
      .filter(({ planId, due, paid }) => planId === plan.id && due > paid)
      .sort((one, other) => (one.matured ?? 0) - (other.matured ?? 0) || byText(one.id, other.id))
    const due = owed.map((position) => position.due - position.paid)
    const incomes = plan.incomes.filter(({ cents, used, day }) => used < cents && day <= this.day)
    const funds = lesser(sum(due), sum(incomes.map(({ cents, used }) => cents - used)))
    if (funds === 0n) return

    this.happened.add(funds < sum(due) ? 'paid short' : 'paid in full')
    plan.income -= funds

    let missing = funds
    for (const income of incomes) {
      const used = lesser(income.cents - income.used, missing)
      income.used += used
      missing -= used
    }

    const shares = splitByWeight(funds, due)
    for (const [index, position] of owed.entries()) this.#pay(position, shares[index] ?? 0n)
  }

  #pay(position: ModelPosition, cents: bigint) {
    const subAccounts = this.getSubAccounts(position.memberId)
    position.paid += cents
    subAccounts.profit += cents

    if (position.atMaturity !== 'reinvest_all' || position.matured !== this.day) return

    const next = [...this.positions.values()].find(({ from }) => from === position.id)
    if (next?.status !== 'open' || next.principal + cents > next.version.max) return

    this.happened.add('return reinvested')
    next.principal += cents
    next.left += cents
    subAccounts.profit -= cents
    subAccounts.principal += cents
  }
}
