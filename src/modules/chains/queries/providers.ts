import type { Selectable } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ChainCursor } from '../adapters/chain-provider.ts'
import {
  CHAINS,
  type ChainName,
  computeProviderStatus,
  type ProviderState,
  type ProviderStatus,
} from '../model.ts'
import type { ChainTables } from '../tables.ts'

/** A configured provider with what it showed last. */
export type ProviderHealth = ProviderState & { status: ProviderStatus }

type Chains = Pick<App, 'chains' | 'clock'>

/** Returns the configured providers of every chain in order, and whether their view counts. */
export async function listProviderHealth(app: Chains, reader: Reader): Promise<ProviderHealth[]> {
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_provider')
    .selectAll()
    .execute()
  return CHAINS.flatMap((chain) => assessProviders(app, chain, rows))
}

type ProviderRow = Selectable<ChainTables['chain_provider']>

function assessProviders(app: Chains, chain: ChainName, rows: readonly ProviderRow[]) {
  const now = app.clock.now()
  const states = app.chains[chain].map(({ name, simulated }) =>
    buildState(
      { chain, name, simulated },
      rows.find((row) => row.chain === chain && row.name === name),
    ),
  )

  const highestTip = Math.max(0, ...states.map(({ tipHeight }) => tipHeight ?? 0))
  return states.map((state) => ({
    ...state,
    status: computeProviderStatus(state, highestTip, now),
  }))
}

const buildState = (
  key: Pick<ProviderState, 'chain' | 'name' | 'simulated'>,
  row: ProviderRow | undefined,
): ProviderState => ({
  ...key,
  tipHeight: row?.tip_height ?? null,
  tipHash: row?.tip_hash ?? null,
  tipAt: row?.tip_at ?? null,
  finalHeight: row?.final_height ?? null,
  answeredAt: row?.answered_at ?? null,
  problem: row?.problem ?? null,
  problemSince: row?.problem_since ?? null,
  isBehind: row?.behind ?? false,
})

/** The state that the next call of a provider depends on. */
export type ProviderProgress = {
  cursor: ChainCursor | null
  tipHeight: number | null
  answeredAt: Date | null
  retryAt: Date | null
}

/** Returns where a provider continues. */
export async function getProviderProgress(
  reader: Reader,
  chain: ChainName,
  name: string,
): Promise<ProviderProgress> {
  const row = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_provider')
    .select(['cursor', 'tip_height', 'answered_at', 'retry_at'])
    .where('chain', '=', chain)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()

  return {
    cursor: row.cursor,
    tipHeight: row.tip_height,
    answeredAt: row.answered_at,
    retryAt: row.retry_at,
  }
}
