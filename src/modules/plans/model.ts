// Long because every figure of a plan is worked out here, from its target to its income and losses,
// for all that show one.
import { addDays, countDays, type Day, isDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { type Cents, type Currency, formatUsd, mulDiv, parseAmount } from '#lib/money.ts'
import { findPromise } from '#lib/promises.ts'
import {
  type Output,
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { buildCoinInTransfers } from '#modules/treasury/model.ts'

export const PLAN_FAMILIES = ['crypto', 'real_estate'] as const
export type PlanFamily = (typeof PLAN_FAMILIES)[number]

const FAMILY_NAMES: Record<PlanFamily, string> = { crypto: 'Crypto', real_estate: 'Real estate' }

/** A family as people read it. */
export const getFamilyName = (family: PlanFamily): string => FAMILY_NAMES[family]

/**
 * What one version of a plan offers. Published, it never changes; another offer is another version.
 */
export type PlanVersion = {
  id: string
  planId: string
  number: number
  family: PlanFamily
  name: string
  minAmount: Cents
  maxAmount: Cents
  /** Over the whole term, in basis points: 5000 is 50%. A target, never a promise. */
  targetBps: number
  termDays: number
  /**
   * Days between giving notice of a part of the principal and its being cash; 0: it can be
   * withdrawn at any time.
   */
  noticePeriodDays: number
  liquidity: string
  fees: string
  basis: string
  risk: string
  sample: boolean
  extraordinary: boolean
  effectiveFrom: Day
}

/** matured: its term ended with something left; redeemed or lost: nothing was left before. */
export type PositionStatus = 'open' | 'redeemed' | 'matured' | 'lost'
export type PositionOrigin = 'deposit' | 'balance' | 'reinvested'

/**
 * What becomes of a position on the last day of its term: principal to cash, or reinvested, with
 * the return paid then or without.
 */
export const AT_MATURITY = ['to_balance', 'reinvest_principal', 'reinvest_all'] as const
export type AtMaturity = (typeof AT_MATURITY)[number]

/** A part that was withdrawn and not given back, or lost: it counts until its day. */
export type RedeemedPart = { amount: Cents; on: Day }

export type Position = {
  id: string
  memberId: string
  planVersionId: string
  origin: PositionOrigin
  /** The deposit that opened it; null when it was opened otherwise. */
  depositId: string | null
  principal: Cents
  /** What is still invested: the principal without the parts withdrawn. */
  remaining: Cents
  targetBps: number
  termDays: number
  openedOn: Day
  maturesOn: Day
  status: PositionStatus
  atMaturity: AtMaturity
  /** The day its term was settled; null before. */
  maturedOn: Day | null
  /** What it fell due for at maturity, and what of that was paid out of income. */
  returnDue: Cents
  returnPaid: Cents
}

/**
 * waiting → done (its part is cash), or cancelled: by the member, or because nothing was left of
 * its position.
 */
export type RedemptionNoticeStatus = 'waiting' | 'done' | 'cancelled'

/**
 * A part of a position that its member gave notice of. It accrues until the day the notice ends,
 * and is cash then.
 */
export type RedemptionNotice = {
  id: string
  positionId: string
  memberId: string
  amount: Cents
  requestedOn: Day
  endsOn: Day
  status: RedemptionNoticeStatus
}

const BPS = 10_000n
const DAYS_A_YEAR = 365

/** The day on which so many days' term ends. */
export const computeMaturityDay = (openedOn: Day, termDays: number): Day =>
  addDays(openedOn, termDays)

/** What opening a position posts: a deposit's cash becomes principal. */
export const buildInvestmentTransfer = (
  position: Pick<Position, 'id' | 'memberId' | 'depositId' | 'principal' | 'openedOn'>,
  actor: string,
): Transfer => ({
  event: position.depositId
    ? `deposit/${position.depositId}/position`
    : `position/${position.id}/open`,
  kind: 'position_opened',
  debit: toMemberAccountCode(position.memberId, 'cash'),
  credit: toMemberAccountCode(position.memberId, 'principal'),
  amount: position.principal,
  effective: position.openedOn,
  reference: position.depositId ?? position.id,
  actor,
})

/** Days of the term that have passed on a day: never below 0, never above the term. */
export const countTermDays = (openedOn: Day, on: Day, termDays: number): number =>
  Math.min(Math.max(countDays(openedOn, on), 0), termDays)

/**
 * The accrued target of a position on a day, in cents: `floor(b × N / (10000 × T))`, where N is the
 * sum of cents times the days each stayed invested, at most T. LEDGER, 'Accrual and returns', with
 * the parts under one floor: withdrawing a part loses no cent of what it had accrued, every day's
 * accrual is the difference of two values, and the whole term gives the target exactly. An
 * estimate: it is in no balance.
 */
export function computeAccrued(
  position: Pick<Position, 'remaining' | 'targetBps' | 'termDays' | 'openedOn'>,
  redeemed: readonly RedeemedPart[],
  on: Day,
): Cents {
  const { openedOn, termDays } = position
  const countInvestedDays = (day: Day) =>
    BigInt(countTermDays(openedOn, day < on ? day : on, termDays))
  const parts = redeemed.reduce((sum, part) => sum + part.amount * countInvestedDays(part.on), 0n)
  const centDays = parts + position.remaining * countInvestedDays(on)
  return (BigInt(position.targetBps) * centDays) / (BPS * BigInt(termDays))
}

/**
 * What a position would be paid at maturity if the target were met and nothing more were withdrawn.
 */
export const computeTarget = (
  position: Pick<Position, 'remaining' | 'targetBps' | 'termDays' | 'openedOn' | 'maturesOn'>,
  redeemed: readonly RedeemedPart[],
): Cents => computeAccrued(position, redeemed, position.maturesOn)

/** What withdrawing a part does to a position, as it is told before it is confirmed. */
export type RedemptionEffect = {
  amount: Cents
  /** What goes on being invested. */
  stays: Cents
  /**
   * What the position has accrued by today: all of it is kept, and falls due at maturity if the
   * target is met.
   */
  accrued: Cents
  /** The last day that counts for the part: today, or the day its notice ends. */
  accruesUntil: Day
  /**
   * What falls due at maturity then if the target is met, and what of today's target the part gives
   * up.
   */
  target: Cents
  forgoneTarget: Cents
}

/**
 * The effect of taking an amount (at most what is left) out of a position on a day, with so many
 * days' notice. `parts` are those gone before and those that wait for their own notice, which
 * `remaining` doesn't hold any more.
 */
export function computeRedemptionEffect(
  position: Pick<Position, 'remaining' | 'targetBps' | 'termDays' | 'openedOn' | 'maturesOn'>,
  parts: readonly RedeemedPart[],
  { amount, on, noticePeriodDays }: { amount: Cents; on: Day; noticePeriodDays: number },
): RedemptionEffect {
  const accruesUntil = addDays(on, noticePeriodDays)
  const rest = { ...position, remaining: position.remaining - amount }
  const after = [...parts, { amount, on: accruesUntil }]
  const target = computeTarget(rest, after)

  return {
    amount,
    stays: rest.remaining,
    accrued: computeAccrued(rest, after, on),
    accruesUntil,
    target,
    forgoneTarget: computeTarget(position, parts) - target,
  }
}

/**
 * Notices cut, in the order in which they end, to what their position still holds: a loss may have
 * taken the rest.
 */
export function cutToWhatIsLeft<Given extends { amount: Cents }>(
  waiting: readonly Given[],
  remaining: Cents,
): Given[] {
  let left = remaining
  return waiting.map((redemptionNotice) => {
    const amount = redemptionNotice.amount < left ? redemptionNotice.amount : left
    left -= amount
    return { ...redemptionNotice, amount }
  })
}

type Running = { status: PositionStatus; maturesOn: Day }

/** Why nothing about a position can be chosen any more: it is over. Null while its term runs. */
export function findEndedRefusal({ status, maturesOn }: Running, today: Day): DomainError | null {
  if (status === 'open' && today < maturesOn) return null

  const why =
    status === 'redeemed'
      ? 'All of this position was withdrawn.'
      : status === 'lost'
        ? 'Nothing is left of this position: its plan has lost it.'
        : `The term of this position ended on ${maturesOn}.`

  return new DomainError('position_ended', 409, why)
}

/**
 * Why so much of a position can't be taken out: it is over, notice would end behind its term, or
 * less is left. Null when it can.
 */
export function findRedemptionRefusal(
  position: Running & { remaining: Cents; noticePeriodDays: number },
  amount: Cents,
  today: Day,
): DomainError | null {
  const ended = findEndedRefusal(position, today)
  if (ended) return ended

  const { remaining, noticePeriodDays, maturesOn } = position
  const endsOn = addDays(today, noticePeriodDays)

  if (endsOn > maturesOn)
    return new DomainError(
      'matures_first',
      409,
      `This position matures on ${maturesOn}, before a notice given today would end ` +
        `(${endsOn}). What becomes of it then is your choice until the day before.`,
    )

  if (amount <= remaining) return null

  return new DomainError(
    'invalid_amount',
    422,
    `Please enter a valid amount. You can take ${formatUsd(remaining)} out of this position.`,
    'amount',
  )
}

/** Refuses principal that can't be withdrawn before notice of it was given and has ended. */
export const createNoticeNeededError = (why: string) =>
  new DomainError(
    'notice_needed',
    409,
    `${why} Please give notice of the amount you need: it goes on accruing until the notice ends,
      and is cash in your balance then.`,
  )

export const formatDayCount = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/**
 * An amount as typed, within what a plan takes. Throws `outside_limits` (400) for any other text.
 */
export function parsePlanAmount(
  plan: Pick<PlanVersion, 'name' | 'minAmount' | 'maxAmount'>,
  text: string,
): Cents {
  const amount = parseAmount(text.trim(), 'USD')
  if (amount !== null && amount >= plan.minAmount && amount <= plan.maxAmount) return amount

  const [min, max] = [formatUsd(plan.minAmount), formatUsd(plan.maxAmount)]

  throw new DomainError(
    'outside_limits',
    400,
    `Please enter an amount between ${min} and ${max} for the ${plan.name} plan.`,
    'amount',
  )
}

/** Reads what is to become of a position at maturity; null for any other text. */
export const parseAtMaturity = (text: string): AtMaturity | null =>
  AT_MATURITY.find((one) => one === text) ?? null

/**
 * Whether a target is above the equivalent of so much a year. Both readings count, the simple and
 * the compounded, and both are compared exactly: (1 + b)^365 against (1 + limit)^T is a matter of
 * whole numbers.
 */
export function isExtraordinary(
  targetBps: number,
  termDays: number,
  yearlyLimitBps: number,
): boolean {
  if (targetBps * DAYS_A_YEAR > yearlyLimitBps * termDays) return true
  const grown = (BPS + BigInt(targetBps)) ** BigInt(DAYS_A_YEAR) * BPS ** BigInt(termDays)
  const limit = (BPS + BigInt(yearlyLimitBps)) ** BigInt(termDays) * BPS ** BigInt(DAYS_A_YEAR)
  return grown > limit
}

const EXTRAORDINARY_WARNING =
  'This target is far above what ordinary investments earn. Treat it with suspicion: it may ' +
  'not be reached, and you could lose all the money you invest.'

/** What stands beside a target that is out of the ordinary, wherever the target is shown. */
export const getTargetWarning = ({ extraordinary }: { extraordinary: boolean }) =>
  extraordinary ? EXTRAORDINARY_WARNING : null

export const SAMPLE_LABEL = 'sample figures, simulated money'

/** A target over the term as people and the wire read it: 5000 is '50%', 1250 is '12.5%'. */
export function formatPercentage(bps: number): string {
  const fraction = String(bps % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.floor(bps / 100)}${fraction ? `.${fraction}` : ''}%`
}

/**
 * Reads a percentage as people write it: '50%' and '50' are 5000, '12.5' is 1250; null for what
 * isn't one to two decimals.
 */
export function parsePercentageBps(text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?%?$/.exec(text.trim()) ?? []
  return whole === '' ? null : Number(whole + fraction.padEnd(2, '0'))
}

/**
 * The target a year, simple and rounded down; null below a year, since a short period is never
 * annualised for display.
 */
export const formatYearlyPercentage = ({
  targetBps,
  termDays,
}: Pick<PlanVersion, 'targetBps' | 'termDays'>) =>
  termDays < DAYS_A_YEAR ? null : formatPercentage(Math.floor((targetBps * DAYS_A_YEAR) / termDays))

/** A part of one position that a withdrawal takes. */
export type PositionPart = { positionId: string; amount: Cents }

/** Why a principal can't be invested anew in what its plan offers on the day; null when it can. */
export function findReinvestmentRefusal(
  offer: Pick<PlanVersion, 'minAmount' | 'maxAmount'> | undefined,
  principal: Cents,
): string | null {
  if (!offer) return 'The plan is not on offer any more.'
  if (principal < offer.minAmount)
    return `The plan now takes ${formatUsd(offer.minAmount)} or more.`
  if (principal > offer.maxAmount)
    return `The plan now takes ${formatUsd(offer.maxAmount)} at most.`
  return null
}

/**
 * Shares an amount out in proportion to parts, in their order: each `floor(F·W_i/W) −
 * floor(F·W_{i−1}/W)`, together exactly all of it.
 */
export function splitProRata<Part extends { cents: Cents }>(
  amount: Cents,
  parts: readonly Part[],
): Part[] {
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0n)
  let before = 0n

  return parts.map((part) => {
    const upTo = before + part.cents
    const share = (amount * upTo) / whole - (amount * before) / whole
    before = upTo
    return { ...part, cents: share }
  })
}

/**
 * Takes an amount from positions in the order given, whole ones first; null when together they hold
 * less.
 */
export function allocateParts(
  positions: readonly Pick<Position, 'id' | 'remaining'>[],
  amount: Cents,
): PositionPart[] | null {
  const parts: PositionPart[] = []
  let missing = amount

  for (const { id, remaining } of positions) {
    const taken = remaining < missing ? remaining : missing
    if (taken > 0n) parts.push({ positionId: id, amount: taken })
    missing -= taken
  }

  return missing === 0n ? parts : null
}

export const MOST_TARGET_BPS = 1_000_000
export const MOST_TERM_DAYS = 3_650
export const MAX_NOTICE_DAYS = 365
export const CLOSING_REASON_LIMIT = 1_000

export const planClosed = () =>
  new DomainError(
    'plan_closed',
    409,
    'This plan is closed. What is offered again is a new plan, by another name.',
  )

export const PLAN_TEXTS = ['name', 'liquidity', 'fees', 'basis', 'risk'] as const
type PlanText = (typeof PLAN_TEXTS)[number]
const TEXT_NAMES: Record<PlanText, string> = {
  name: 'The name',
  liquidity: 'The text on getting money out',
  fees: 'The text on fees',
  basis: 'The text on what the target rests on',
  risk: 'The text on risk',
}
const LONGEST_NAME = 60
const LONGEST_TEXT = 2_000

/**
 * Refuses, with its field, a text that can't be offered: missing or too long (`invalid_plan`), or
 * promising a return (`promises_return`).
 */
export function assertPlanText(plan: Record<PlanText, string>, field: PlanText): void {
  const text = plan[field].trim()
  if (text === '' || text.length > (field === 'name' ? LONGEST_NAME : LONGEST_TEXT))
    throw new DomainError(
      'invalid_plan',
      422,
      `${TEXT_NAMES[field]} is missing or too long.`,
      field,
    )

  const phrase = findPromise(text)
  if (phrase)
    throw new DomainError(
      'promises_return',
      422,
      `"${phrase}" promises a return, which no plan can. Please say what the target is and what
        it rests on.`,
      field,
    )
}

/** One way a term can end: what the plan pays or loses, and what there is at the end, in cents. */
export type Outcome = { result: Cents; atEnd: Cents }

/**
 * The share of the principal that the illustration of a loss takes: a quarter. An example, neither
 * a limit nor a forecast.
 */
const ILLUSTRATED_LOSS_BPS = 2_500n

/**
 * Three ways a term can end for so much money (the target met, nothing earned, a quarter lost),
 * rounded down.
 */
export function illustrate(
  amount: Cents,
  percentage: string,
): Record<'target' | 'zero' | 'loss', Outcome> {
  const [whole = '0', fraction = ''] = percentage.replace('%', '').split('.')
  const targetBps = BigInt(whole + fraction.padEnd(2, '0'))
  const buildOutcome = (result: Cents): Outcome => ({ result, atEnd: amount + result })

  return {
    target: buildOutcome((amount * targetBps) / BPS),
    zero: buildOutcome(0n),
    loss: buildOutcome(-((amount * ILLUSTRATED_LOSS_BPS) / BPS)),
  }
}

/**
 * A file that shows what a plan earned or lost: where it is kept, what it is and its SHA-256, in
 * hex.
 */
export type Evidence = { evidenceKey: string; evidenceType: string; evidenceSha256: string }

/** The days that an income or a loss is of, both of them within. */
export type Period = { periodFrom: Day; periodTo: Day }

/** What a plan earned, in the words and figures that are decided on. */
export type Income = Evidence &
  Period & {
    id: string
    planId: string
    plan: string
    source: string
    currency: Currency
    units: bigint
    place: string
    /**
     * In dollars, at the rate of the day it was proposed on; no rate where it is dollars anyway.
     */
    cents: Cents
    rate: bigint | null
    /** The id that the receipt gets once it is recorded, and what it is to say. */
    receipt: string
    observedIn: Output['source']
    reference: string
    outputIndex: number
    observedAs: string
  }

/**
 * Where a loss is taken from: what was placed outside and is worth less, or coin or bank money that
 * is gone.
 */
export const LOSS_SOURCES = ['assets', 'custody'] as const
export type LossSource = (typeof LOSS_SOURCES)[number]

/**
 * What a plan lost, in the words and figures that are decided on; who bears it follows from the
 * positions of the day.
 */
export type Loss = Evidence &
  Period & {
    id: string
    planId: string
    plan: string
    cause: string
    from: LossSource
    cents: Cents
    /**
     * What is gone of which currency, and where it was held; dollars at no place when it is written
     * off.
     */
    currency: Currency
    units: bigint
    place: string | null
    rate: bigint | null
  }

const IN_MINOR_UNITS: ReadonlySet<string> = new Set(['units', 'cents', 'rate'])

/**
 * An income or a loss as a second admin reads it: amounts as texts of minor units, nothing else
 * changed.
 */
export const toResultContent = (result: Income | Loss): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(result).map(([field, value]) => [field, value === null ? null : String(value)]),
  )

const parseResultField = (field: string, value: unknown) => {
  if (field === 'outputIndex') return Number(value)
  return IN_MINOR_UNITS.has(field) && value !== null ? BigInt(String(value)) : value
}
const parseResult = (content: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, parseResultField(field, value)]),
  )

/** The income that was read: what `toResultContent` wrote down, as it was. */
export const parseIncome = (content: Readonly<Record<string, unknown>>): Income =>
  parseResult(content) as Income
/** The loss that was read, likewise. */
export const parseLoss = (content: Readonly<Record<string, unknown>>): Loss =>
  parseResult(content) as Loss

const createInvalidPeriodError = (message: string, field: string) =>
  new DomainError('invalid_period', 400, message, field)

/** The first day of a period. Throws `invalid_period` (400) with the field for what is no day. */
export function parsePeriodStart({ periodFrom }: Period): Day {
  if (isDay(periodFrom)) return periodFrom
  throw createInvalidPeriodError('Please enter the first day of the period.', 'period_from')
}

/**
 * Its last day, not before the first and over by today. Throws `invalid_period` (400) with the
 * field.
 */
export function parsePeriodEnd({ periodFrom, periodTo }: Period, today: Day): Day {
  if (!isDay(periodTo))
    throw createInvalidPeriodError('Please enter the last day of the period.', 'period_to')
  if (isDay(periodFrom) && periodFrom > periodTo)
    throw createInvalidPeriodError('The period ends before it begins.', 'period_to')
  if (periodTo > today)
    throw createInvalidPeriodError("The period can't end in the future.", 'period_to')
  return periodTo
}

const RESULT_TEXT_LIMIT = 500

/**
 * Where an income came from or what caused a loss, as people will read it. Throws `source_needed`
 * or `cause_needed` (400).
 */
export function parseResultText(text: string, field: 'source' | 'cause'): string {
  const trimmedText = text.trim()
  if (trimmedText !== '' && trimmedText.length <= RESULT_TEXT_LIMIT) return trimmedText
  const what = field === 'source' ? 'where this income came from' : 'what caused this loss'
  const message = `Please say ${what}; members read it. Up to ${RESULT_TEXT_LIMIT} characters.`
  throw new DomainError(`${field}_needed`, 400, message, field)
}

/** What one position bears of a loss, in cents. */
export type LossShare = { positionId: string; memberId: string; cents: Cents }

/**
 * What each position bears of a loss, pro rata to what is still invested, in the order given and in
 * cents: `floor(L·R_i/R) − floor(L·R_{i−1}/R)`, where R_i is the running sum of what remains.
 * LEDGER, 'Accrual and returns'. It telescopes: the shares add up to the loss, and none is more
 * than its position holds. Those of nothing are left out.
 */
export function computeLossShares(
  positions: readonly Pick<Position, 'id' | 'memberId' | 'remaining'>[],
  loss: Cents,
): LossShare[] {
  const invested = positions.reduce((sum, { remaining }) => sum + remaining, 0n)
  invariant(loss >= 0n && loss <= invested, 'a loss is at most what is invested')

  let running = 0n
  let borne = 0n
  const shares = positions.map(({ id, memberId, remaining }) => {
    running += remaining
    const upToHere = invested === 0n ? 0n : mulDiv(loss, running, invested)
    const cents = upToHere - borne
    borne = upToHere
    return { positionId: id, memberId, cents }
  })

  return shares.filter(({ cents }) => cents > 0n)
}

/**
 * What recording an income posts: all of it from its own words and figures, so that proposed and
 * carried out are the same.
 */
export function buildIncomeTransfers(
  income: Income,
  by: { on: string; actor: string },
): Transfer[] {
  const { id, planId, currency, units, cents, place, receipt, source: reason } = income
  const base = {
    ...({ event: `income/${id}`, kind: 'income_recorded', reference: id, reason } as const),
    effective: by.on,
    actor: by.actor,
  }

  const to = toPlanIncomeAccountCode(planId)

  return currency === 'USD'
    ? [{ ...base, debit: toCustodyAccountCode('USD', place), credit: to, amount: cents, receipt }]
    : buildCoinInTransfers({ ...base, coin: currency, units, cents, place, receipt, to })
}

/** What a loss posts: each member's shares in one leg, and beside them the coin that is gone. */
export function buildLossTransfers(
  loss: Loss,
  shares: readonly LossShare[],
  by: { on: Day; actor: string },
): Transfer[] {
  const base = {
    ...({
      kind: loss.from === 'assets' ? 'assets_lost' : 'loss_recorded',
      reference: loss.id,
    } as const),
    effective: by.on,
    actor: by.actor,
    reason: loss.cause,
  }

  const legs = [...sumSharesByMember(shares)].map(
    ([memberId, amount]): Transfer => ({
      ...base,
      event: `loss/${loss.id}/${memberId}`,
      amount,
      debit: toMemberAccountCode(memberId, 'principal'),
      credit: pickLossAccount(loss),
    }),
  )

  return loss.from === 'custody' && loss.currency !== 'USD'
    ? [...legs, buildCoinLossTransfer(loss, base)]
    : legs
}

/** What each member bears over all their positions. */
export function sumSharesByMember(shares: readonly LossShare[]): ReadonlyMap<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const { memberId, cents } of shares) sums.set(memberId, (sums.get(memberId) ?? 0n) + cents)
  return sums
}

function pickLossAccount({ from, planId, currency, place }: Loss) {
  if (from === 'assets') return toPlanAssetsAccountCode(planId)
  return currency === 'USD'
    ? toCustodyAccountCode('USD', place ?? undefined)
    : toExchangeAccountCode('USD')
}

const buildCoinLossTransfer = (
  { id, currency, place, units }: Loss,
  base: Omit<Transfer, 'event' | 'debit' | 'credit' | 'amount'>,
): Transfer => ({
  ...base,
  event: `loss/${id}/coin`,
  amount: units,
  debit: toExchangeAccountCode(currency),
  credit: toCustodyAccountCode(currency, place ?? undefined),
})
