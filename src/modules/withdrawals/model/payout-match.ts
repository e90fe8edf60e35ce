import { type Coin, type CoinUnits, formatAmount } from '#lib/money.ts'
import type { ChainTransfer } from '#modules/chains/adapters/chain-provider.ts'

/** A withdrawal of a batch, as the chain has to show its payment. */
export type PayoutLine = { id: string; coin: Coin; address: string; units: CoinUnits }

/** The output that pays each line, and a sentence for each line that none pays. */
export type PayoutMatch = {
  outputs: ReadonlyMap<string, number>
  differences: readonly { id: string; sentence: string }[]
}

/**
 * Matches the lines of a batch with the transfers of a transaction: each line with one transfer of
 * exactly its coin, address and amount, each transfer once. `used` are outputs that paid before.
 */
export function matchPayout(
  lines: readonly PayoutLine[],
  transfers: readonly ChainTransfer[],
  used: ReadonlySet<number> = new Set(),
): PayoutMatch {
  const free = transfers.filter(({ outputIndex }) => !used.has(outputIndex))
  const outputs = new Map<string, number>()
  const differences: { id: string; sentence: string }[] = []

  for (const line of lines) {
    const at = free.findIndex(
      ({ coin, address, units }) =>
        coin === line.coin && address === line.address && units === line.units,
    )
    const [transfer] = at < 0 ? [] : free.splice(at, 1)
    if (transfer) outputs.set(line.id, transfer.outputIndex)
  }

  for (const line of lines)
    if (!outputs.has(line.id)) differences.push({ id: line.id, sentence: describe(line, free) })

  return { outputs, differences }
}

function describe({ coin, address, units }: PayoutLine, free: readonly ChainTransfer[]): string {
  const due = `${formatAmount(units, coin)} ${coin}`
  const paid = free.filter((transfer) => transfer.coin === coin && transfer.address === address)
  const [other] = paid
  if (!other) return `The transaction has no payment of ${due} to ${address}.`

  const amount = `${formatAmount(other.units, coin)} ${coin}`
  return `The transaction pays ${amount} to ${address}; ${due} is due.`
}
