import {
  type ChainProvider,
  ChainProviderError,
  type ChainTransaction,
} from '#modules/chains/adapters/chain-provider.ts'
import {
  countConfirmations,
  hasEnoughConfirmations,
  type NeededConfirmations,
} from '#modules/chains/model.ts'

/** The common answer of the providers of a chain about a transaction. */
export type TransactionObservation =
  /** `problem`: why nothing is known yet. */
  | { shows: 'unknown'; problem: string }
  | { shows: 'nothing' }
  | {
      shows: 'mempool' | 'block'
      transaction: ChainTransaction
      confirmations: number
      confirmed: boolean
      /** Why a confirmed payment does not count yet. */
      problem: string | null
    }

type Rule = { needed: NeededConfirmations; providers: number }

/**
 * Asks every provider of a chain for a transaction. Nothing is known where no provider answers;
 * the chain has no such transaction only where all that answer say so. A payment counts as
 * confirmed where enough providers show it in the same block with enough confirmations, and none
 * that reached that block shows something else. A simulated chain has one provider.
 */
export async function observeTransaction(
  providers: readonly ChainProvider[],
  txid: string,
  { needed, providers: neededProviders }: Rule,
): Promise<TransactionObservation> {
  const answers = await Promise.all(providers.map((provider) => queryProvider(provider, txid)))
  const answered = answers.filter((answer) => answer.problem === null)
  if (answered.length === 0) return { shows: 'unknown', problem: describeSilence(answers) }

  const shown = answered.flatMap(({ transaction }) => transaction ?? [])
  const [first] = shown
  if (!first) return { shows: 'nothing' }

  const inBlock = shown.filter(({ block }) => block !== null)
  const [counted = first] = inBlock
  const agreeing = inBlock.filter(({ block }) => block?.hash === counted.block?.hash)
  const confirmed = agreeing.filter(({ block, tip }) => hasEnoughConfirmations(needed, block, tip))
  const confirmations = Math.min(
    ...agreeing.map(({ block, tip }) => countConfirmations(block?.height ?? null, tip.height)),
  )

  const simulated = providers.every((provider) => provider.simulated)
  const required = simulated ? 1 : neededProviders
  const disputed = inBlock.length > 0 && agreeing.length < answered.length
  const missing = required - confirmed.length

  return {
    shows: counted.block ? 'block' : 'mempool',
    transaction: counted,
    confirmations: agreeing.length > 0 ? confirmations : 0,
    confirmed: missing <= 0 && !disputed,
    problem: disputed
      ? 'The providers do not agree on this transaction.'
      : confirmed.length > 0 && missing > 0
        ? 'A second provider has to show this transaction too.'
        : null,
  }
}

type Answer = { transaction: ChainTransaction | null; problem: string | null }

async function queryProvider(provider: ChainProvider, txid: string): Promise<Answer> {
  try {
    return { transaction: await provider.findTransaction(txid), problem: null }
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    return { transaction: null, problem: `${provider.name}: ${error.message}` }
  }
}

const describeSilence = (answers: readonly Answer[]): string =>
  answers.length === 0
    ? 'No provider is configured for this chain.'
    : answers.map(({ problem }) => problem).join(' ')
