import { type Cents, formatUsd, toCents, type Usd } from '#lib/money.ts'

type FeeTerms = { withdrawalFee: Cents }

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
