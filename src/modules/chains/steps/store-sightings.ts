import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import type { KnownObservation } from '../model/reconcile.ts'
import type { PaymentSighting } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import type { ObservationScope } from './list-known-payments.ts'

/** The rows of one INSERT: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000

/** Returns the time of the block, or now while the payment is in none. */
export const getFirstObserved = ({ block }: PaymentSighting, now: Date): Date =>
  block && block.at < now ? block.at : now

/** Inserts the payments that no provider showed before. */
export async function insertPayments(
  tx: Tx,
  { chain }: ObservationScope,
  payments: readonly PaymentSighting[],
  now: Date,
): Promise<KnownObservation[]> {
  const rows = payments.map((observed) => {
    const { coin, txid, outputIndex, address, units } = observed
    const firstSeenAt = getFirstObserved(observed, now)
    const known = { id: createId('pay'), coin, txid, outputIndex, address, units, firstSeenAt }
    return { known: { ...known, sighting: null }, observed }
  })

  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .withTables<ChainTables>()
      .insertInto('chain_payment')
      .values(
        rows.slice(at, at + ROWS_AT_ONCE).map(({ known }) => ({
          id: known.id,
          chain,
          coin: known.coin,
          txid: known.txid,
          output_index: known.outputIndex,
          address: known.address,
          units: known.units,
          first_seen_at: known.firstSeenAt,
        })),
      )
      .execute()

  return rows
}

/** Inserts the first sighting of each payment by this provider. */
export async function insertSightings(
  tx: Tx,
  { chain, provider }: ObservationScope,
  sightings: readonly KnownObservation[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < sightings.length; at += ROWS_AT_ONCE)
    await tx
      .withTables<ChainTables>()
      .insertInto('chain_sighting')
      .values(
        sightings.slice(at, at + ROWS_AT_ONCE).map(({ known, observed }) => ({
          payment_id: known.id,
          chain,
          provider,
          ...buildSightingColumns(observed),
          seen_at: now,
          gone_at: null,
        })),
      )
      .execute()
}

const buildSightingColumns = ({ block, replaceable, trace }: PaymentSighting) => ({
  block_height: block?.height ?? null,
  block_hash: block?.hash ?? null,
  block_at: block?.at ?? null,
  replaceable,
  trace,
})

/** Updates the sightings that this provider shows differently now. */
export async function updateSightings(
  tx: Tx,
  { provider }: ObservationScope,
  changed: readonly KnownObservation[],
): Promise<void> {
  if (changed.length === 0) return
  const columns = changed.map(({ observed }) => buildSightingColumns(observed))

  await sql`
    update chain_sighting s set block_height = c.height, block_hash = c.hash, block_at = c.at,
      replaceable = c.replaceable, trace = c.trace, gone_at = null
    from unnest(${changed.map(({ known }) => known.id)}::text[],
      ${columns.map((one) => one.block_height)}::integer[],
      ${columns.map((one) => one.block_hash)}::text[],
      ${columns.map((one) => one.block_at)}::timestamptz[],
      ${columns.map((one) => one.replaceable)}::boolean[],
      ${columns.map((one) => one.trace)}::text[]) as c (id, height, hash, at, replaceable, trace)
    where s.payment_id = c.id and s.provider = ${provider}`.execute(tx)
}
