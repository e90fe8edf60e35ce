import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { CHANGE_OPEN_MS, CHANGE_RECENT_MS } from '../model/check-times.ts'
import { type Reconciliation, reconcile } from '../model/reconcile.ts'
import type { ChainTables } from '../tables.ts'
import { listKnownPayments, type ObservationScope } from './list-known-payments.ts'
import {
  getFirstObserved,
  insertPayments,
  insertSightings,
  updateSightings,
} from './store-sightings.ts'

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
