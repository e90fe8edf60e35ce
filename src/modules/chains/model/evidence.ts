import type { Cents } from '#lib/money.ts'
import {
  type ConfirmationTiers,
  DEFAULT_CONFIRMATIONS,
  getNeededConfirmations,
  getNeededProviders,
  hasEnoughConfirmations,
  isFinal,
} from './confirmations.ts'
import type { PaymentAssessment, PaymentEvidence, ProviderEvidence } from './payment-evidence.ts'
import { type BlockRef, countConfirmations } from './payments.ts'

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
