import type { Day } from '#lib/dates.ts'
import { DomainError, runChecks } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { MAX_TARGET_BPS, MAX_TERM_DAYS, type PlanFamily } from './plan.ts'
import { DAYS_TERM_NAMES, PLAN_TERMS, type PlanTermsInput } from './plan-terms.ts'
import { assertPlanText, PLAN_TEXTS } from './plan-texts.ts'

/** A plan version as an admin proposes it. */
export type PlanOfferInput = PlanTermsInput & {
  family: PlanFamily
  name: string
  /** In cents; null when the text sent is no amount. */
  minAmount: Cents | null
  maxAmount: Cents | null
  targetBps: number
  termDays: number
  /** Figures that only exercise the software; live rejects them. */
  sample: boolean
  effectiveFrom: Day
}

/** A checked offer with both amounts. */
export type PlanOffer = PlanOfferInput & { minAmount: Cents; maxAmount: Cents }

/**
 * Checks an offer and returns it with its amounts. Throws one error that names every field that is
 * wrong: `invalid_plan` (422), `promises_return` (422) or `validation` (400).
 */
export async function parseOffer(
  input: PlanOfferInput,
  today: Day,
  mode: 'sandbox' | 'live',
): Promise<PlanOffer> {
  const [minAmount, maxAmount] = await runChecks(
    () => parseMinAmount(input),
    () => parseMaxAmount(input),
    ...listFigureChecks(input, today, mode),
    ...PLAN_TEXTS.map((field) => () => assertPlanText(input, field)),
  )

  return { ...input, minAmount, maxAmount }
}

const createInvalidPlanError = (message: string, field: string) =>
  new DomainError('invalid_plan', 422, message, field)

const isWholeNumber = (value: number, max: number) =>
  Number.isSafeInteger(value) && value >= 0 && value <= max

function requireAmount(amount: Cents | null, field: string): Cents {
  if (amount === null)
    throw new DomainError('validation', 400, 'Please enter a valid amount.', field)
  return amount
}

function parseMinAmount({ minAmount }: PlanOfferInput): Cents {
  const amount = requireAmount(minAmount, 'minAmount')
  if (amount <= 0n)
    throw createInvalidPlanError('The minimum amount must be above zero.', 'minAmount')
  return amount
}

function parseMaxAmount({ minAmount, maxAmount }: PlanOfferInput): Cents {
  const amount = requireAmount(maxAmount, 'maxAmount')
  if (minAmount !== null && amount < minAmount)
    throw createInvalidPlanError("The maximum amount can't be below the minimum.", 'maxAmount')
  return amount
}

function listFigureChecks(plan: PlanOfferInput, today: Day, mode: 'sandbox' | 'live') {
  const { targetBps, termDays, effectiveFrom, sample } = plan
  const isTerm = isWholeNumber(termDays, MAX_TERM_DAYS) && termDays >= 1
  const rules: [field: string, holds: boolean, message: string][] = [
    [
      'percentage',
      isWholeNumber(targetBps, MAX_TARGET_BPS),
      'Please enter a target such as 12.5%.',
    ],
    ['termDays', isTerm, `The term must be 1 to ${MAX_TERM_DAYS} days.`],
    ...listDaysRules(plan),
    ['effectiveFrom', effectiveFrom >= today, "The start date can't be in the past."],
    ['sample', !sample || mode === 'sandbox', 'Sample plans aren’t available with real money.'],
  ]

  return rules.map(([field, holds, message]) => () => {
    if (!holds) throw createInvalidPlanError(message, field)
  })
}

const listDaysRules = (plan: PlanOfferInput) =>
  DAYS_TERM_NAMES.map((name): [field: string, holds: boolean, message: string] => {
    const { max, subject, default: defaultDays } = PLAN_TERMS[name]
    return [
      name,
      isWholeNumber(plan[name] ?? defaultDays, max),
      `${subject} must be 0 to ${max} days.`,
    ]
  })
