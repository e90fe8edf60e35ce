import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ChainName, PaymentEvidence } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { addEvidence } from './payment-sightings.ts'

type Chains = Pick<App, 'chains' | 'clock'>

const MAX_PAYMENTS = 1_000

/** Returns the payments to addresses of a chain with what each provider shows, oldest first. */
export async function listPayments(
  app: Chains,
  reader: Reader,
  { chain, addresses }: { chain: ChainName; addresses: readonly string[] },
): Promise<PaymentEvidence[]> {
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_payment')
    .selectAll()
    .where('chain', '=', chain)
    .where(sql<boolean>`address = any(${addresses}::text[])`)
    .orderBy('first_seen_at')
    .orderBy('id')
    .execute()

  return await addEvidence(app, reader, rows)
}

/**
 * Returns payments that changed after they were last handled (`markPaymentsHandled`), at most
 * 1,000, and among them every payment that is new. Confirmations grow without a change.
 */
export async function listPaymentsToHandle(
  app: Chains,
  reader: Reader,
  limit: number = MAX_PAYMENTS,
): Promise<PaymentEvidence[]> {
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_payment')
    .selectAll()
    .whereRef('handled_revision', '<', 'revision')
    .orderBy('id')
    .limit(Math.min(limit, MAX_PAYMENTS))
    .execute()

  return await addEvidence(app, reader, rows)
}

/** Returns payments by their ids. */
export async function listEvidence(
  app: Chains,
  reader: Reader,
  paymentIds: readonly string[],
): Promise<PaymentEvidence[]> {
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_payment')
    .selectAll()
    .where(sql<boolean>`id = any(${paymentIds}::text[])`)
    .orderBy('first_seen_at')
    .orderBy('id')
    .execute()

  return await addEvidence(app, reader, rows)
}
