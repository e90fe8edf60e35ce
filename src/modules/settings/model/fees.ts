import { DAY_MS } from '#lib/dates.ts'
import { type Cents, formatUsd, toCents, type Usd } from '#lib/money.ts'

/** The highest ceiling of a withdrawal fee and of a minimum withdrawal, in cents. */
export const MAX_FEE_CEILING: Cents = 2_500n

/** The time between the announcement of a higher fee or minimum and its effect. */
export const FEE_ANNOUNCEMENT_DAYS = 30
export const FEE_ANNOUNCEMENT_MS = FEE_ANNOUNCEMENT_DAYS * DAY_MS

type FeeTerms = { withdrawalFee: Cents }
type Terms = FeeTerms & { minWithdrawal: Cents }

/** Returns whether a fee or a minimum is higher than before, which needs a notice. */
export const isRaised = (before: Terms, after: Terms): boolean =>
  after.withdrawalFee > before.withdrawalFee || after.minWithdrawal > before.minWithdrawal

/**
 * Returns what a second admin approves of higher fee terms, in the order that the database reads.
 */
export const toFeeProposal = (method: string, { withdrawalFee, minWithdrawal }: Terms) => ({
  method,
  withdrawalFee,
  minWithdrawal,
})

/** Returns fee and minimum as a mail about them carries them: cents, as text. */
export const toFeeTexts = ({ withdrawalFee, minWithdrawal }: Terms) => ({
  withdrawalFee: String(withdrawalFee),
  minWithdrawal: String(minWithdrawal),
})

/**
 * Returns the fee of a withdrawal of `amount`, in cents: the flat fee of its payment method. Every
 * screen, preview and posting takes the fee from here; docs/how-to/change-a-fee.md.
 */
export const computeWithdrawalFee = (_amount: Cents, { withdrawalFee }: FeeTerms): Cents =>
  withdrawalFee

/** Returns the fee as people read it before they enter an amount: '$5.00'. */
export const describeWithdrawalFee = ({ withdrawalFee }: { withdrawalFee: Usd }): string =>
  formatUsd(toCents(withdrawalFee))

/** The signs of the fee's field on the settings screen. */
export const WITHDRAWAL_FEE_FIELD = { prefix: '$', suffix: '' } as const
