import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/** The state of a payment worth a deposit's amount on the chain, as the database decides it. */
export type PaymentCheck = {
  id: string
  /** As many confirmations as enough providers agree on. */
  confirmations: number
  /** 0: its block must be final. */
  needed: number
  /** Enough providers show it with enough confirmations, and none disputes it. */
  settled: boolean
  gone: boolean
  disputed: boolean
  replaceable: boolean
  providers: string[]
  neededProviders: number
  blockHeight: number | null
  blockHash: string | null
  blockAt: Date | null
  /** The oldest answer of a provider that shows it; null while none does. */
  answeredAt: Date | null
}

const TWO_PROVIDERS_FROM: Cents = 1_000_000n

/** Returns what the chain says of payments of deposits worth so many cents, by payment. */
export async function checkPayments(
  reader: Reader,
  payments: readonly { id: string; cents: Cents }[],
): Promise<ReadonlyMap<string, PaymentCheck>> {
  if (payments.length === 0) return new Map()

  const worth = sql<{ payment: string; cents: Cents }>`(select * from unnest(
    ${payments.map(({ id }) => id)}::text[],
    ${payments.map(({ cents }) => cents)}::bigint[]) as u (payment, cents))`.as('w')
  const neededProviders = sql<number>`case when w.cents >= ${TWO_PROVIDERS_FROM} then 2 else 1 end`
  const rows = await reader
    .withTables<DepositTables>()
    .selectFrom('payment_evidence as e')
    .innerJoin(worth, (join) => join.onRef('w.payment', '=', 'e.id'))
    .select(['e.id', 'e.gone', 'e.disputed', 'e.replaceable', 'e.providers'])
    .select(['e.block_height as blockHeight', 'e.block_hash as blockHash'])
    .select(['e.block_at as blockAt', 'e.answered_at as answeredAt'])
    .select([
      neededProviders.as('neededProviders'),
      sql<number>`coalesce(e.confirmations[${neededProviders}], 0)`.as('confirmations'),
      sql<number>`required_confirmations(e.chain, w.cents)`.as('needed'),
      sql<boolean>`is_payment_settled(e, w.cents)`.as('settled'),
    ])
    .execute()

  return new Map(rows.map((row) => [row.id, row]))
}
