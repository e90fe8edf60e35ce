import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import { type BlockRef, type ChainName, type ChainTip, countConfirmations } from './payments.ts'

/** A count of blocks; or `final`, a block that the chain itself no longer gives up. */
export type NeededConfirmations = number | 'final'
/** The confirmations that a payment needs whose value is at least `fromCents`. */
export type ConfirmationTier = { fromCents: Cents; needed: NeededConfirmations }
export type ConfirmationTiers = Readonly<Record<ChainName, readonly ConfirmationTier[]>>

/** From this value two providers have to show a payment in the same block. */
export const TWO_PROVIDERS_FROM_CENTS = 1_000_000n

const buildTier = (dollars: bigint, needed: NeededConfirmations): ConfirmationTier => ({
  fromCents: dollars * 100n,
  needed,
})

export const DEFAULT_CONFIRMATIONS: ConfirmationTiers = {
  bitcoin: [buildTier(0n, 2), buildTier(1_000n, 3), buildTier(10_000n, 6)],
  ethereum: [buildTier(0n, 12), buildTier(10_000n, 'final')],
  tron: [buildTier(0n, 'final')],
}

/** Returns the confirmations that a payment of a value needs on a chain; never 0. */
export function getNeededConfirmations(
  chain: ChainName,
  valueCents: Cents,
  tiers: ConfirmationTiers = DEFAULT_CONFIRMATIONS,
): NeededConfirmations {
  const reached = tiers[chain].filter(({ fromCents }) => valueCents >= fromCents)
  const highest = reached.reduce<ConfirmationTier | undefined>(
    (found, one) => (found && found.fromCents > one.fromCents ? found : one),
    undefined,
  )
  invariant(highest, `a payment of each value needs confirmations on ${chain}`)

  const { needed } = highest
  invariant(needed !== 'final' || chain !== 'bitcoin', 'no Bitcoin block is final')
  invariant(needed === 'final' || needed >= 1, 'a payment needs at least one confirmation')
  return needed
}

export const getNeededProviders = (valueCents: Cents): 1 | 2 =>
  valueCents >= TWO_PROVIDERS_FROM_CENTS ? 2 : 1

/** Returns whether a block has the confirmations at a provider's tip. */
export const hasEnoughConfirmations = (
  needed: NeededConfirmations,
  block: Pick<BlockRef, 'height'> | null,
  tip: Pick<ChainTip, 'height' | 'finalHeight'>,
): boolean =>
  block !== null &&
  (needed === 'final'
    ? isFinal(block, tip)
    : countConfirmations(block.height, tip.height) >= needed)

/** Returns whether a block no longer changes. */
export const isFinal = (
  block: Pick<BlockRef, 'height'> | null,
  { height, finalHeight }: Pick<ChainTip, 'height' | 'finalHeight'>,
): boolean =>
  block !== null && finalHeight !== null && finalHeight <= height && block.height <= finalHeight
