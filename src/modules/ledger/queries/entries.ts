import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { type AccountCode, computeTransferId, type TransferType } from '../model.ts'
import {
  type Entry,
  type EntryFilter,
  selectEntries,
  selectJournalId,
  selectNewestEntries,
} from './entry-selection.ts'

/**
 * Lists journal rows of any account, transfer type or reference, newest first, chained or not.
 */
export async function listEntries(reader: Reader, only: EntryFilter = {}): Promise<Entry[]> {
  const { account, kind, reference, id, seq, approval, before, limit = 50 } = only
  let query = selectEntries(reader).orderBy('j.entry', 'desc').limit(limit)

  if (account !== undefined)
    query = query.where(
      'j.entry',
      'in',
      selectNewestEntries([account].flat(), { kind, reference, id, approval, before, limit }),
    )

  if (kind !== undefined) query = query.where('j.kind', '=', kind)
  if (reference !== undefined) query = query.where('j.reference', '=', reference)
  if (id !== undefined) query = query.where('j.id', '=', id)
  if (seq !== undefined) query = query.where('j.entry', '=', selectJournalId(seq))
  if (approval !== undefined) query = query.where('j.approval', '=', approval)
  if (before !== undefined) query = query.where('j.entry', '<', before)

  return await query.execute()
}

/**
 * Returns the row of a business event (`deposit/dep_…/confirm/coin`), or null before it is
 * posted.
 */
export async function findEntry(reader: Reader, event: string): Promise<Entry | null> {
  return (await listEntries(reader, { id: computeTransferId(event) }))[0] ?? null
}

/**
 * Lists the newest rows of one account, with the change in minor units and, for accounts that
 * store one, the balance after it.
 */
export async function listAccountEntries(
  reader: Reader,
  account: AccountCode,
  page: Omit<EntryFilter, 'account'> = {},
) {
  const rows = await listEntries(reader, { ...page, account })
  return rows.map((row) => ({
    ...row,
    other: row.debit === account ? row.credit : row.debit,
    change: row.debit === account ? -row.amount : row.amount,
    balance: row.debit === account ? row.debitBalance : row.creditBalance,
  }))
}

/** Returns the first rows that an approval posted, in posting order, and their total count. */
export async function listApproved(
  reader: Reader,
  approval: string,
  limit: number,
): Promise<{ entries: Entry[]; count: number }> {
  const own = selectEntries(reader).where('j.approval', '=', approval)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger.entries where approval = ${approval}`.execute(reader)

  return {
    entries: await own.orderBy('j.entry').limit(limit).execute(),
    count: rows[0]?.count ?? 0,
  }
}

/**
 * The time at which a row counts: its posting time or, when its effective date is earlier, the
 * end of that date.
 */
const happened = sql<Date>`least(j.posted_at, (j.effective + 1)::timestamp at time zone 'UTC' -
  interval '1 second')`

/**
 * Lists rows of some transfer types on any of these accounts before a time, newest first. `at` is
 * the time at which a row counts: its posting time, or the end of an earlier effective date.
 */
export async function listEarlierEntries(
  reader: Reader,
  {
    accounts,
    kinds,
    before,
    limit,
  }: {
    accounts: readonly AccountCode[]
    kinds: readonly TransferType[]
    before: Date
    limit: number
  },
): Promise<(Entry & { at: Date })[]> {
  const own = sql`(select id from ledger.accounts where code = any(${[...accounts]}::text[]))`
  return await selectEntries(reader)
    .select(happened.as('at'))
    .where(sql<boolean>`(j.debit in ${own} or j.credit in ${own})`)
    .where('j.kind', 'in', [...kinds])
    .where(sql<boolean>`${happened} < ${before}`)
    .orderBy('at', 'desc')
    .orderBy('j.entry', 'desc')
    .limit(limit)
    .execute()
}

export type OwnEntriesFilter = {
  /** Taken as one: what only moves between them isn't listed. */
  accounts: readonly AccountCode[]
  kinds?: readonly TransferType[] | undefined
  /** Rows written before this one: the way to the next page. */
  before?: bigint | undefined
  limit: number
}

/** Lists journal rows that changed the total of some accounts, newest first, chained or not. */
export async function listChanges(
  reader: Reader,
  { accounts, kinds, before, limit }: OwnEntriesFilter,
): Promise<Entry[]> {
  const selectSide = (own: 'debit' | 'credit', other: 'debit' | 'credit') => sql`
    select row.entry from own cross join lateral (
      select j.entry from ledger.entries j where ${sql.ref(`j.${own}`)} = own.id
        and not exists (select from own o where o.id = ${sql.ref(`j.${other}`)})
        and (${kinds ?? null}::text[] is null or j.kind = any (${kinds ?? null}::text[]))
        and (${before ?? null}::bigint is null or j.entry < ${before ?? null}::bigint)
      order by j.entry desc limit ${limit}) row`

  const { rows } = await sql<{ entry: bigint }>`
    with own as materialized (select id from ledger.accounts where code = any
    (${[...accounts]}::text[]))
    ${selectSide('debit', 'credit')} union all ${selectSide('credit', 'debit')} order by entry desc limit
    ${limit}`.execute(reader)
  if (rows.length === 0) return []

  return await selectEntries(reader)
    .where(
      'j.entry',
      'in',
      rows.map(({ entry }) => entry),
    )
    .orderBy('j.entry', 'desc')
    .execute()
}

/**
 * Returns the journal numbers of the rows of a transfer type that credited a non-negative
 * account, by reference; null until the row is chained. Lists call it for each page, so it reads
 * one table only.
 */
export async function listCredits(
  reader: Reader,
  kind: TransferType,
  references: readonly string[],
): Promise<ReadonlyMap<string, bigint | null>> {
  if (references.length === 0) return new Map()

  const { rows } = await sql<{ reference: string; seq: bigint | null }>`
    select reference, ledger.seq_of(entry) as seq from ledger.entries
    where reference = any(${[...references]}::text[]) and kind = ${kind} and credit_balance is
    not null`.execute(reader)
  return new Map(rows.map(({ reference, seq }) => [reference, seq]))
}
