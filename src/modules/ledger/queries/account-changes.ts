import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { AccountCode, TransferType } from '../model.ts'
import { type Entry, selectEntries } from './entry-selection.ts'

/**
 * The time at which a row counts: its posting time or, when its effective date is earlier, the
 * end of that date.
 */
const countedAt = sql<Date>`least(j.posted_at, (j.effective_date + 1)::timestamp
  at time zone 'UTC' - interval '1 second')`

/**
 * Lists rows of some transfer types on any of these accounts before a time, newest first. `at` is
 * the time at which a row counts: its posting time, or the end of an earlier effective date.
 */
export async function listEarlierEntries(
  reader: Reader,
  {
    accounts,
    transferTypes,
    before,
    limit,
  }: {
    accounts: readonly AccountCode[]
    transferTypes: readonly TransferType[]
    before: Date
    limit: number
  },
): Promise<(Entry & { at: Date })[]> {
  const own = sql`(select id from ledger.accounts where code = any(${[...accounts]}::text[]))`
  return await selectEntries(reader)
    .select(countedAt.as('at'))
    .where(sql<boolean>`(j.debit in ${own} or j.credit in ${own})`)
    .where('j.transfer_type', 'in', [...transferTypes])
    .where(sql<boolean>`${countedAt} < ${before}`)
    .orderBy('at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(limit)
    .execute()
}

export type OwnEntriesFilter = {
  /** Treated as one account: transfers between them are not listed. */
  accounts: readonly AccountCode[]
  transferTypes?: readonly TransferType[] | undefined
  /** Rows written before this one: the next page. */
  before?: bigint | undefined
  limit: number
}

/** Lists journal rows that changed the total of some accounts, newest first, chained or not. */
export async function listChanges(
  reader: Reader,
  { accounts, transferTypes, before, limit }: OwnEntriesFilter,
): Promise<Entry[]> {
  const selectSide = (own: 'debit' | 'credit', other: 'debit' | 'credit') => sql`
    select row.id from own cross join lateral (
      select j.id from ledger.entries j where ${sql.ref(`j.${own}`)} = own.id
        and not exists (select from own o where o.id = ${sql.ref(`j.${other}`)})
        and (${transferTypes ?? null}::text[] is null
          or j.transfer_type = any (${transferTypes ?? null}::text[]))
        and (${before ?? null}::bigint is null or j.id < ${before ?? null}::bigint)
      order by j.id desc limit ${limit}) row`

  const { rows } = await sql<{ id: bigint }>`
    with own as materialized (
      select id from ledger.accounts where code = any (${[...accounts]}::text[]))
    ${selectSide('debit', 'credit')}
    union all ${selectSide('credit', 'debit')}
    order by id desc limit ${limit}`.execute(reader)

  if (rows.length === 0) return []

  return await selectEntries(reader)
    .where(
      'j.id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('j.id', 'desc')
    .execute()
}
