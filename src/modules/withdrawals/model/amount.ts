import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd, parseAmount } from '#lib/money.ts'
import {
  createNoticeNeededError,
  formatDayCount,
  formatPlanName,
  type PlanFamily,
} from '#modules/plans/model.ts'
import { computeWithdrawalFee } from '#modules/settings/model.ts'

const INVALID_AMOUNT = 'Please enter a valid amount.'

/** Returns `invalid_amount` with the reason, at the field `amount`. */
export const createInvalidAmountError = (reason: string, status: 400 | 422 = 400) =>
  new DomainError('invalid_amount', status, `${INVALID_AMOUNT} ${reason}`, 'amount')

/** Reads the amount of a request, in cents. Throws `invalid_amount` (400). */
export function parseWithdrawalAmount(text: string): Cents {
  const amount = parseAmount(text.trim(), 'USD')
  if (amount !== null && amount > 0n) return amount

  const hasTooManyDecimals = amount === null && /^\d+\.\d{3,}$/.test(text.trim())

  throw createInvalidAmountError(
    hasTooManyDecimals ? 'Use at most two decimals.' : 'It must be a number above 0.',
  )
}

type Terms = { withdrawalFee: Cents; minWithdrawal: Cents }

/**
 * Throws `invalid_amount` for an amount above the available cents (422), below the minimum unless
 * it is everything available (400), or not above the fee (400).
 */
export function assertWithdrawable(amount: Cents, available: Cents, terms: Terms): void {
  const fee = computeWithdrawalFee(amount, terms)
  const { minWithdrawal } = terms

  if (amount > available)
    throw createInvalidAmountError(`You have ${formatUsd(available)} available.`, 422)

  if (amount < minWithdrawal && amount !== available)
    throw createInvalidAmountError(
      `The minimum is ${formatUsd(minWithdrawal)}, or your full balance if it is less.`,
    )

  if (amount <= fee)
    throw createInvalidAmountError(`It must be more than the ${formatUsd(fee)} fee.`)
}

/** Principal of a plan that requires a redemption notice before it can be withdrawn. */
export type NoticePrincipal = {
  planName: string
  family: PlanFamily
  noticePeriodDays: number
  principal: Cents
}
type Balance = { cash: Cents; principal: Cents }

/** Returns the cents that can be withdrawn now: cash, and principal that requires no notice. */
export const computeWithdrawableCents = (
  { cash, principal }: Balance,
  noticePrincipal: readonly NoticePrincipal[],
): Cents => noticePrincipal.reduce((sum, plan) => sum - plan.principal, cash + principal)

/** Throws `notice_needed` (409) for an amount that the balance covers only after a notice. */
export function assertNoRedemptionNotice(
  amount: Cents,
  balance: Balance,
  noticePrincipal: readonly NoticePrincipal[],
): void {
  const withdrawable = computeWithdrawableCents(balance, noticePrincipal)
  if (amount <= withdrawable || amount > balance.cash + balance.principal) return

  const plans = noticePrincipal.map(
    ({ planName: name, family, noticePeriodDays, principal }) =>
      `${formatUsd(principal)} in ${formatPlanName({ name, family })}, ` +
      formatDayCount(noticePeriodDays),
  )

  throw createNoticeNeededError(
    `You have ${formatUsd(withdrawable)} available now. Notice required: ` + `${plans.join('; ')}.`,
  )
}

/** Returns `invalid_amount` (422) for cash and picked positions that hold less than the amount. */
export const createShortfallError = () =>
  createInvalidAmountError('Your cash and the selected investments hold less.', 422)
