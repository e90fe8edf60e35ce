import { type Selectable, sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { BlockRef, ChainPayment, PaymentEvidence, ProviderEvidence } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { listProviderHealth, type ProviderHealth } from './providers.ts'

type Chains = Pick<App, 'chains' | 'clock'>
type PaymentRow = Selectable<ChainTables['chain_payment']>
type SightingRow = Selectable<ChainTables['chain_sighting']>

export async function addEvidence(
  app: Chains,
  reader: Reader,
  rows: readonly PaymentRow[],
): Promise<PaymentEvidence[]> {
  if (rows.length === 0) return []
  const sightings = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_sighting')
    .selectAll()
    .where(sql<boolean>`payment_id = any(${rows.map(({ id }) => id)}::text[])`)
    .execute()

  const byPayment = Map.groupBy(sightings, (row) => row.payment_id)
  const health = await listProviderHealth(app, reader)
  return rows.map((row) => ({
    ...buildPayment(row),
    providers: health
      .filter(({ chain }) => chain === row.chain)
      .map((provider) => buildEvidence(provider, byPayment.get(row.id) ?? [])),
  }))
}

const buildPayment = (row: PaymentRow): ChainPayment => ({
  id: row.id,
  chain: row.chain,
  coin: row.coin,
  txid: row.txid,
  outputIndex: row.output_index,
  address: row.address,
  units: row.units,
  firstSeenAt: row.first_seen_at,
  revision: row.revision,
})

function buildEvidence(
  { name, simulated, status, tipHeight, finalHeight }: ProviderHealth,
  sightings: readonly SightingRow[],
): ProviderEvidence {
  const row = sightings.find(({ provider }) => provider === name)
  const block = row ? buildBlock(row) : null

  return {
    provider: name,
    simulated,
    status,
    tip: tipHeight === null ? null : { height: tipHeight, finalHeight },
    shows: getShown(row, block),
    block,
    replaceable: row?.replaceable ?? false,
    trace: row?.trace ?? null,
    seenAt: row?.seen_at ?? null,
    goneAt: row?.gone_at ?? null,
  }
}

const buildBlock = ({ block_height: height, block_hash: hash, block_at: at }: SightingRow) =>
  height === null || hash === null || at === null ? null : ({ height, hash, at } satisfies BlockRef)

function getShown(row: SightingRow | undefined, block: BlockRef | null): ProviderEvidence['shows'] {
  if (!row) return 'none'
  if (row.gone_at) return 'gone'
  return block ? 'block' : 'mempool'
}
