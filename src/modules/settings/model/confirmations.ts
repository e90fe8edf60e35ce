/**
 * The confirmations that a payment needs by its value in dollars: from $0, $1,000 and $10,000.
 * `FINAL_CONFIRMATIONS` on Ethereum means its finalised block.
 */
export type ConfirmationCounts = {
  bitcoin: number
  bitcoinFrom1000: number
  bitcoinFrom10000: number
  ethereum: number
  ethereumFrom1000: number
  ethereumFrom10000: number
}

/** Stands for a block that the chain itself no longer gives up; more than any count of blocks. */
export const FINAL_CONFIRMATIONS = 1_000

/** The confirmations until the operator changes them. */
export const DEFAULT_CONFIRMATION_COUNTS: ConfirmationCounts = {
  bitcoin: 2,
  bitcoinFrom1000: 3,
  bitcoinFrom10000: 6,
  ethereum: 12,
  ethereumFrom1000: 12,
  ethereumFrom10000: FINAL_CONFIRMATIONS,
}
