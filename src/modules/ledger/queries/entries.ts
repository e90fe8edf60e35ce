import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { type AccountCode, hashIdempotencyKey, type TransferType } from '../model.ts'
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
  const {
    account,
    transferType,
    reference,
    idempotencyHash,
    seq,
    approval,
    before,
    limit = 50,
  } = only
  let query = selectEntries(reader).orderBy('j.id', 'desc').limit(limit)

  if (account !== undefined)
    query = query.where(
      'j.id',
      'in',
      selectNewestEntries([account].flat(), {
        transferType,
        reference,
        idempotencyHash,
        approval,
        before,
        limit,
      }),
    )

  if (transferType !== undefined) query = query.where('j.transfer_type', '=', transferType)
  if (reference !== undefined) query = query.where('j.reference', '=', reference)
  if (idempotencyHash !== undefined) query = query.where('j.idempotency_key', '=', idempotencyHash)
  if (seq !== undefined) query = query.where('j.id', '=', selectJournalId(seq))
  if (approval !== undefined) query = query.where('j.approval', '=', approval)
  if (before !== undefined) query = query.where('j.id', '<', before)

  return await query.execute()
}

/**
 * Returns the row of a business event (`deposit/dep_…/confirm/coin`), or null before it is
 * posted.
 */
export async function findEntry(reader: Reader, event: string): Promise<Entry | null> {
  return (await listEntries(reader, { idempotencyHash: hashIdempotencyKey(event) }))[0] ?? null
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
    entries: await own.orderBy('j.id').limit(limit).execute(),
    count: rows[0]?.count ?? 0,
  }
}

/**
 * Returns the journal numbers of the rows of a transfer type that credited these accounts, by
 * reference; null until the row is chained. Lists call it for each page, so it reads the rows of
 * the accounts: the index of references is for one at a time.
 */
export async function listCredits(
  reader: Reader,
  transferType: TransferType,
  credits: readonly { reference: string; account: AccountCode }[],
): Promise<ReadonlyMap<string, bigint | null>> {
  if (credits.length === 0) return new Map()

  const references = credits.map(({ reference }) => reference)
  const accounts = credits.map(({ account }) => account)
  const { rows } = await sql<{ reference: string; seq: bigint | null }>`
    select c.reference, ledger.get_seq(j.id) as seq
    from unnest(${references}::text[], ${accounts}::text[]) as c (reference, code)
    join ledger.accounts a on a.code = c.code
    join ledger.entries j on j.credit = a.id and j.reference = c.reference
    where j.transfer_type = ${transferType}`.execute(reader)
  return new Map(rows.map(({ reference, seq }) => [reference, seq]))
}
