import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Currency } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { AccountCode, TransferType } from '../model.ts'
import { readLedger } from './read-ledger.ts'

/** A row of the journal with the codes of its accounts. Amounts are minor units. */
export type Entry = {
  journalId: bigint
  /** The gapless journal number; null until the row is chained. */
  seq: bigint | null
  idempotencyHash: string
  transferType: TransferType
  debit: AccountCode
  credit: AccountCode
  currency: Currency
  amount: bigint
  debitBalance: bigint | null
  creditBalance: bigint | null
  effectiveDate: Day
  postedAt: Date
  reference: string
  actor: string
  reason: string | null
  receipt: string | null
  /** The proposal that a second admin approved, if the transfer type needs one. */
  approval: string | null
}

export type EntryFilter = {
  /** One account or several: a row between two of them is listed once. */
  account?: AccountCode | readonly AccountCode[]
  transferType?: TransferType
  reference?: string
  idempotencyHash?: string
  /** The gapless journal number. */
  seq?: bigint
  /** The proposal that a second admin approved. */
  approval?: string
  /** Rows written before this one: the next page. */
  before?: bigint
  limit?: number
}

/** Builds the query that selects journal rows with their accounts and journal numbers. */
export const selectEntries = (reader: Reader) =>
  readLedger(reader)
    .selectFrom('ledger.entries as j')
    .innerJoin('ledger.accounts as d', 'd.id', 'j.debit')
    .innerJoin('ledger.accounts as c', 'c.id', 'j.credit')
    .select([
      'j.id as journalId',
      'j.idempotency_key as idempotencyHash',
      'j.transfer_type as transferType',
      'd.code as debit',
      'c.code as credit',
      'd.currency',
      'j.amount',
      'j.debit_balance as debitBalance',
      'j.credit_balance as creditBalance',
      'j.effective_date as effectiveDate',
      'j.posted_at as postedAt',
      'j.reference',
      'j.actor',
      'j.reason',
      'j.receipt',
      'j.approval',
    ])
    .select(sql<bigint | null>`ledger.get_seq(j.id)`.as('seq'))

/**
 * Builds the query of the row with a journal number, from the run in which it was chained; null
 * beyond the last one.
 */
export const selectJournalId = (seq: bigint) => sql<bigint>`(
  select case when run.last_id >= run.first_id + ${seq}::bigint - run.first_seq
    then run.first_id + ${seq}::bigint - run.first_seq end
  from ledger.chain_run run where run.first_seq <= ${seq}::bigint
  order by run.first_seq desc limit 1)`

type NewestEntryFilter = {
  [Field in 'transferType' | 'reference' | 'idempotencyHash' | 'approval' | 'before' | 'limit']:
    | EntryFilter[Field]
    | undefined
}

/**
 * Builds the query of the newest rows on each side of each account. It uses their indexes, so
 * that a few rows are found without a scan of the journal.
 */
export function selectNewestEntries(
  accounts: readonly AccountCode[],
  { transferType, reference, idempotencyHash, approval, before, limit }: NewestEntryFilter,
) {
  const conditions = [
    ...(transferType === undefined ? [] : [sql`and transfer_type = ${transferType}`]),
    ...(reference === undefined ? [] : [sql`and reference = ${reference}`]),
    ...(idempotencyHash === undefined ? [] : [sql`and idempotency_key = ${idempotencyHash}`]),
    ...(approval === undefined ? [] : [sql`and approval = ${approval}`]),
    ...(before === undefined ? [] : [sql`and id < ${before}`]),
  ]

  const selectSide = (side: 'debit' | 'credit') => sql`(
    select id from ledger.entries
    where ${sql.ref(side)} = a.id ${sql.join(conditions, sql` `)}
    order by id desc limit ${limit})`

  return sql<bigint>`(
    select own.id from ledger.accounts a
    cross join lateral (${selectSide('debit')} union all ${selectSide('credit')}) own
    where a.code = any(${[...accounts]}::text[]))`
}
