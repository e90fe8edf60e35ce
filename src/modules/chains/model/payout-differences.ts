import type { BitcoinPayout } from './bitcoin-payout.ts'
import type { SignedBitcoin } from './signed-bitcoin.ts'

/**
 * Names what differs between a payout and what was signed, as sentences; none if it is exactly the
 * payout, which its transaction id proves.
 */
export function listDifferences(payout: BitcoinPayout, signed: SignedBitcoin): string[] {
  if (signed.txid === payout.txid) return []

  const { change } = payout
  const paid = payout.lines.flatMap((line) => describeLine(line, signed, 'The payout to'))
  const returned = change ? describeLine(change, signed, 'The change to') : []
  const expected = [...payout.lines, ...(change ? [change] : [])]
  const unexpected = signed.outputs
    .filter(({ address }) => !expected.some((line) => line.address === address))
    .map(
      ({ address, units }) =>
        `${units} satoshis go to ${address ?? 'an output without an address'}, which isn’t part ` +
        'of the payout.',
    )
  const found = [...paid, ...returned, ...unexpected, ...describeFee(payout, signed)]

  return found.length > 0
    ? found
    : ['The transaction isn’t the one that was prepared: its inputs, order or version differ.']
}

function describeLine(
  { address, units }: { address: string; units: bigint },
  { outputs }: SignedBitcoin,
  name: string,
): string[] {
  const found = outputs.filter((output) => output.address === address)
  if (found.some((output) => output.units === units)) return []
  if (found.length === 0) return [`${name} ${address} is missing.`]

  return [`${name} ${address} is ${found[0]?.units} satoshis instead of ${units}.`]
}

function describeFee({ inputs, feeUnits }: BitcoinPayout, { spends, outputs }: SignedBitcoin) {
  const expected = inputs.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`)
  if (expected.toSorted().join() !== spends.toSorted().join())
    return ['It spends other outputs than the payout.']

  const spent = inputs.reduce((total, { units }) => total + units, 0n)
  const fee = outputs.reduce((left, { units }) => left - units, spent)

  return fee === feeUnits ? [] : [`Its fee is ${fee} satoshis instead of ${feeUnits}.`]
}
