import { type Selectable, sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'
import type { PayoutBatch } from './payout-batch.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Returns the approved withdrawals that are in no batch, by id. Members whose withdrawals are
 * frozen, and withdrawals on hold are left out. In a transaction that creates a batch, `lock` locks
 * them until it ends.
 */
export async function listExportable(
  reader: Reader,
  now: Date,
  { method, lock = false }: { method?: PaymentMethodCode; lock?: boolean } = {},
): Promise<Row[]> {
  let query = reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .selectAll()
    .where('status', '=', 'approved')
    .where('payout_batch_id', 'is', null)
    .where(isNotFrozen(now))
    .where(sql<boolean>`not is_held_member(withdrawal.member_id)`)
    .where(sql<boolean>`not is_held_transaction(withdrawal.id)`)
    .orderBy('id')

  if (method) query = query.where('method', '=', method)

  return await (lock ? query.forUpdate() : query).execute()
}

const isNotFrozen = (now: Date) =>
  sql<boolean>`not exists (select from member m
    where m.id = withdrawal.member_id and m.withdrawals_frozen_until > ${now})`

/**
 * Returns whether a withdrawal of a batch belongs to a member whose withdrawals are frozen, or who
 * is held by screening.
 */
export async function hasFrozenMember(
  reader: Reader,
  { withdrawalIds }: Pick<PayoutBatch, 'withdrawalIds'>,
  now: Date,
): Promise<boolean> {
  const row = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .select('id')
    .where(sql<boolean>`id = any(${[...withdrawalIds]}::text[])`)
    .where(sql<boolean>`(not ${isNotFrozen(now)} or is_held_member(member_id))`)
    .executeTakeFirst()

  return row !== undefined
}

/** Returns the cents that admins exported alone within 24 hours, as the database sums them. */
export async function sumExportedAlone(reader: Reader, now: Date): Promise<Cents> {
  const { rows } = await sql<{ sum: bigint }>`
    select sum_exported_alone(${now}) as sum`.execute(reader)

  return rows[0]?.sum ?? 0n
}
