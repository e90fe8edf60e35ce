import type { Currency } from '#lib/money.ts'

/**
 * What a wallet or a bank account really holds, as something outside the house says, in minor units
 * of the currency.
 */
export type OutsideFigure = {
  units: bigint
  /** The moment that the figure is true of: that of the block or of the statement. */
  asOf: Date
  /** What said so. */
  source: string
  /** Where it can be looked up: block height, number of the statement. */
  evidence: string
}

/** Chains and banks: outside the house, so a fake stands in for them in the sandbox and says so. */
export type OutsideBalances = {
  /**
   * What a place holds of a currency; null where nothing outside can say. Throws when it can't be
   * reached.
   */
  balanceOf(place: string, currency: Currency): Promise<OutsideFigure | null>
}

/** Nothing outside is connected: every figure is unknown, and staff enter what they see. */
export const noOutside: OutsideBalances = { balanceOf: async () => null }

declare module '#platform/app.ts' {
  interface App {
    readonly outside: OutsideBalances
  }
}
