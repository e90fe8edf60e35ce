import type { Coin } from '#lib/currencies.ts'
import type { Cents } from '#lib/money.ts'
import {
  type ConfirmationTiers,
  DEFAULT_CONFIRMATIONS,
  getNeededConfirmations,
  getNeededProviders,
  hasEnoughConfirmations,
  isFinal,
  type NeededConfirmations,
} from './confirmations.ts'
import {
  type BlockRef,
  type ChainName,
  type ChainTip,
  countConfirmations,
  type PaymentTrace,
} from './payments.ts'
import type { ProviderStatus } from './provider-health.ts'

/** A payment to a watched address. */
export type ChainPayment = {
  id: string
  chain: ChainName
  coin: Coin
  txid: string
  outputIndex: number
  address: string
  units: bigint
  firstSeenAt: Date
  revision: bigint
}

/** The payment as one configured provider shows it. */
export type ProviderEvidence = {
  provider: string
  simulated: boolean
  status: ProviderStatus
  tip: Pick<ChainTip, 'height' | 'finalHeight'> | null
  /** `none`: it never showed the payment; `gone`: it no longer does. */
  shows: 'block' | 'mempool' | 'gone' | 'none'
  block: BlockRef | null
  replaceable: boolean
  trace: PaymentTrace | null
  seenAt: Date | null
  goneAt: Date | null
}

export type PaymentEvidence = ChainPayment & { providers: readonly ProviderEvidence[] }

/** Why a payment doesn't count as confirmed yet, although its block has enough confirmations. */
export type EvidenceProblem = 'disputed' | 'one-provider'

export type PaymentAssessment = {
  /** The lowest count among the providers that agree; 0 in the mempool. */
  confirmations: number
  needed: NeededConfirmations
  /** Providers that show it in the same block with enough confirmations. */
  agreeing: number
  neededProviders: 1 | 2
  /** The block that most providers show; null in the mempool. */
  block: BlockRef | null
  isFinal: boolean
  /** In the mempool of each provider that shows it, and its sender may replace it. */
  isReplaceable: boolean
  /** No provider that counts shows it any more. */
  isGone: boolean
  problem: EvidenceProblem | null
  isConfirmed: boolean
}

type InBlock = ProviderEvidence & { block: BlockRef; tip: NonNullable<ProviderEvidence['tip']> }

/**
 * Returns what the providers' evidence amounts to for a payment of a value. Only a provider that
 * is neither silent nor behind counts. Two that show different things make the payment disputed.
 */
export function assessPayment(
  { chain, providers }: Pick<PaymentEvidence, 'chain' | 'providers'>,
  valueCents: Cents,
  tiers: ConfirmationTiers = DEFAULT_CONFIRMATIONS,
): PaymentAssessment {
  const needed = getNeededConfirmations(chain, valueCents, tiers)
  const neededProviders = getNeededProviders(valueCents)

  const counted = providers.filter(({ status }) => status === 'ok')
  const shown = counted.filter(({ shows }) => shows === 'block' || shows === 'mempool')
  const agreed = findLargestGroup(shown.filter(isInBlock))
  const block = agreed[0]?.block ?? null
  const agreeing = agreed.filter((one) => hasEnoughConfirmations(needed, one.block, one.tip)).length

  const problem = findProblem({ counted, agreed, block, neededProviders, providers })
  return {
    confirmations: agreed.reduce(
      (lowest, one) => Math.min(lowest, countConfirmations(one.block.height, one.tip.height)),
      agreed.length > 0 ? Number.MAX_SAFE_INTEGER : 0,
    ),
    needed,
    agreeing,
    neededProviders,
    block,
    isFinal: agreed.length > 0 && agreed.every((one) => isFinal(one.block, one.tip)),
    isReplaceable:
      shown.length > 0 && shown.every(({ block, replaceable }) => !block && replaceable),
    isGone: isGone(providers),
    problem,
    isConfirmed: problem === null && agreeing >= neededProviders,
  }
}

const isInBlock = (one: ProviderEvidence): one is InBlock =>
  one.shows === 'block' && one.block !== null && one.tip !== null

function findLargestGroup(sightings: readonly InBlock[]): readonly InBlock[] {
  const groups = Map.groupBy(sightings, ({ block }) => block.hash).values()
  return [...groups].reduce<InBlock[]>(
    (largest, group) => (group.length > largest.length ? group : largest),
    [],
  )
}

type Findings = {
  providers: readonly ProviderEvidence[]
  counted: readonly ProviderEvidence[]
  agreed: readonly InBlock[]
  block: BlockRef | null
  neededProviders: number
}

function findProblem({ providers, counted, agreed, block, neededProviders }: Findings) {
  const isDisputed =
    block !== null &&
    counted.some(
      (one) =>
        one.tip !== null &&
        one.tip.height >= block.height &&
        !agreed.some(({ provider }) => provider === one.provider),
    )
  if (isDisputed) return 'disputed'
  return providers.length < neededProviders ? 'one-provider' : null
}

/** A provider that is silent or behind says nothing about what it showed before. */
function isGone(providers: readonly ProviderEvidence[]): boolean {
  const shownBy = providers.filter(({ shows }) => shows === 'block' || shows === 'mempool')
  const goneBy = providers.filter(({ shows, status }) => shows === 'gone' && status === 'ok')
  return shownBy.length === 0 && goneBy.length > 0
}
