import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import { CHANGE_OPEN_MS, CHANGE_RECENT_MS } from '../model/check-times.ts'
import { type KnownObservation, type Reconciliation, reconcile } from '../model/reconcile.ts'
import type { PaymentSighting } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { listKnownPayments, type ObservationScope } from './list-known-payments.ts'

/** The rows of one INSERT: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000

/**
 * Stores what a provider shows of the observed addresses now, and marks as gone what it no longer
 * shows. Returns whether anything changed.
 */
export async function reconcileObservation(
  tx: Tx,
  scope: ObservationScope,
  now: Date,
): Promise<boolean> {
  const known = await listKnownPayments(tx, scope)
  const changes = reconcile(known, {
    tipHeight: scope.observation.tip.height,
    completeFrom: scope.observation.completeFrom,
    payments: scope.observation.payments,
  })

  const inserted = await insertPayments(tx, scope, changes.newPayments, now)
  await insertSightings(tx, scope, [...inserted, ...changes.newSightings], now)
  await updateSightings(tx, scope, changes.changedSightings)
  await markGone(tx, scope, changes, now)
  await moveFirstSightings(tx, changes, now)

  const touched = listTouchedAddresses(changes)
  await checkOften(tx, scope, touched, now)
  return touched.length > 0
}

const getFirstObserved = ({ block }: PaymentSighting, now: Date): Date =>
  block && block.at < now ? block.at : now

async function insertPayments(
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

async function insertSightings(
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

async function updateSightings(
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

async function markGone(
  tx: Tx,
  { provider }: ObservationScope,
  { gone }: Reconciliation,
  now: Date,
): Promise<void> {
  if (gone.length === 0) return
  await sql`
    update chain_sighting set gone_at = greatest(seen_at, ${now}::timestamptz)
    where payment_id = any(${gone.map(({ id }) => id)}::text[]) and provider = ${provider}
  `.execute(tx)
}

/** A block can be older than the first sighting of its payment. */
async function moveFirstSightings(
  tx: Tx,
  { newSightings, changedSightings }: Reconciliation,
  now: Date,
): Promise<void> {
  for (const { known, observed } of [...newSightings, ...changedSightings]) {
    const firstObserved = getFirstObserved(observed, now)
    if (firstObserved >= known.firstSeenAt) continue
    await tx
      .withTables<ChainTables>()
      .updateTable('chain_payment')
      .set({ first_seen_at: firstObserved })
      .where('id', '=', known.id)
      .where('first_seen_at', '>', firstObserved)
      .execute()
  }
}

const listTouchedAddresses = (changes: Reconciliation): string[] => [
  ...new Set([
    ...changes.newPayments.map(({ address }) => address),
    ...[...changes.newSightings, ...changes.changedSightings].map(({ known }) => known.address),
    ...changes.gone.map(({ address }) => address),
  ]),
]

/** Schedules frequent checks of changed addresses for a while, as they may change again. */
async function checkOften(
  tx: Tx,
  { chain }: ObservationScope,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return

  const openUntil = new Date(now.getTime() + CHANGE_OPEN_MS)
  const recentUntil = new Date(now.getTime() + CHANGE_RECENT_MS)

  await sql`
    update chain_address set
      open_until = greatest(open_until, ${openUntil}::timestamptz),
      recent_until = greatest(recent_until, ${recentUntil}::timestamptz)
    where chain = ${chain} and address = any(${addresses}::text[])`.execute(tx)
}
