import type { Currency } from '#lib/money.ts'

/** A balance reported by a chain or a bank, in minor units of the currency. */
export type OutsideFigure = {
  units: bigint
  /** The time of the block or of the statement. */
  asOf: Date
  /** The reporting system. */
  source: string
  /** The evidence: block height or statement number. */
  evidence: string
}

/** The balances at chains and banks. The sandbox replaces them with a simulation marked as such. */
export type OutsideBalances = {
  /**
   * Returns a place's balance of a currency; null if no source reports it. Throws if the source
   * can't be reached.
   */
  balanceOf(place: string, currency: Currency): Promise<OutsideFigure | null>
}

/** No source is connected: every balance is unknown, and staff enter the balances they observe. */
export const noOutside: OutsideBalances = { balanceOf: async () => null }

declare module '#platform/app.ts' {
  interface App {
    readonly outside: OutsideBalances
  }
}
