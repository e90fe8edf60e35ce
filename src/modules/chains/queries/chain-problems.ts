import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { SILENT_MS } from '../model/provider-health.ts'
import { assessPayment } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { listEvidence } from './payments.ts'
import { listProviderHealth, type ProviderHealth } from './providers.ts'

type Chains = Pick<App, 'chains' | 'clock'>

/** Providers that are read at different moments agree within this time. */
const DISPUTED_MS = 10 * MINUTE_MS
const WATCHED_DAYS = 7
const MAX_CHECKED = 1_000

/**
 * Returns the configured providers that are behind, and those without an answer that counts for
 * five minutes. One that isn't read is left out: no worker runs, which has an alert of its own.
 */
export async function listFailingProviders(app: Chains, reader: Reader): Promise<ProviderHealth[]> {
  const before = new Date(app.clock.now().getTime() - SILENT_MS)
  const health = await listProviderHealth(app, reader)

  return health.filter(
    ({ status, problemSince }) =>
      status === 'behind' ||
      (status === 'silent' && problemSince !== null && problemSince <= before),
  )
}

/** Returns the payments of the last week that providers have disagreed on for ten minutes. */
export async function listDisputedPayments(app: Chains, reader: Reader) {
  const now = app.clock.now().getTime()
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_payment as p')
    .select('p.id')
    .where('p.first_seen_at', '>', new Date(now - WATCHED_DAYS * DAY_MS))
    .where(
      sql<boolean>`exists (select from chain_sighting s where s.payment_id = p.id
        and s.gone_at is null and s.block_at <= ${new Date(now - DISPUTED_MS)})`,
    )
    .orderBy('p.first_seen_at', 'desc')
    .limit(MAX_CHECKED)
    .execute()

  const payments = await listEvidence(
    app,
    reader,
    rows.map(({ id }) => id),
  )
  return payments.filter((payment) => assessPayment(payment, 0n).problem === 'disputed')
}

/** Counts the addresses whose check is overdue, because no provider answers or no worker runs. */
export async function countOverdueAddresses(app: Chains, reader: Reader): Promise<number> {
  const { count } = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_address')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('next_check_at', '<', new Date(app.clock.now().getTime() - SILENT_MS))
    .executeTakeFirstOrThrow()

  return Number(count)
}
