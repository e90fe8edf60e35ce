import { sql } from 'kysely'

/** Rows that one page holds in memory. */
export const ROWS_PER_PAGE = 2_000n

export type Line = Record<string, string | number | boolean | null>

type Lines = ReturnType<typeof sql<Line>>

/** Formats a record as a line of JSON, without its key `at`. */
export const formatLine = (recordType: string, { at, ...fields }: Line) =>
  `${JSON.stringify({ what: recordType, ...fields })}\n`

const toMicroseconds = (column: string) =>
  sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`

/** Selects of the small tables, each read at once. */
export const SMALL: Readonly<Record<string, Lines>> = {
  currency: sql`select code, scale from ledger.currency order by code`,
  account_type: sql`select name, non_negative from ledger.account_type order by name`,
  posting_rule: sql`
    select transfer_type, debit_type, credit_type, with_custody, with_dollars, needs_receipt,
      needs_reason, approval_from::text, spread, daily, same_owner
    from ledger.posting_rules order by transfer_type, debit_type, credit_type`,
  signing: sql`
    select approvals.is_live() as live, unsigned_rows::text, unsigned_proposals::text
    from approvals.get_unsigned()`,
  key_generation: sql`
    select generation::text, ${toMicroseconds('started_at')} as started_at, reason
    from approvals.key_generations order by generation`,
}

/** Selects of the large tables: one page after a key, which is returned as `at`. */
export const MANY: Readonly<Record<string, (after: string) => Lines>> = {
  account: (after) => sql`
    select id::text as at, id::text, code, account_type, currency, owner from ledger.accounts
    where id > ${after} order by accounts.id limit ${ROWS_PER_PAGE}`,
  receipt: (after) => sql`
    select id as at, id, source, reference, output_index::text, currency, amount::text,
      ${toMicroseconds('arrived_at')} as arrived_at, recorded_by
    from ledger.receipts where id > ${after} order by id limit ${ROWS_PER_PAGE}`,
  proposal: (after) => sql`
    select sequence::text as at, sequence::text, id, permission, subject_id,
      encode(content_hash, 'hex') as content_hash, encode(posting_hash, 'hex') as posting_hash,
      proposed_by, ${toMicroseconds('proposed_at')} as proposed_at, approved::text,
      decided_by, ${toMicroseconds('decided_at')} as decided_at
    from approvals.proposals
    where sequence > ${after} and approved is not null
    order by proposals.sequence limit ${ROWS_PER_PAGE}`,
  approval_key: (after) => sql`
    select sequence::text as at, id, admin_id, kind, credential_id,
      encode(public_key, 'hex') as public_key, rp_id, origin, first,
      ${toMicroseconds('registered_at')} as registered_at, confirmed_by,
      generation::text,
      ${toMicroseconds('ended_at')} as ended_at
    from approvals.keys where sequence > ${after} order by sequence limit ${ROWS_PER_PAGE}`,
  signature: (after) => sql`
    select sequence::text as at, subject, statement, key,
      encode(authenticator_data, 'hex') as authenticator_data,
      encode(client_data, 'hex') as client_data, encode(signature, 'hex') as signature
    from approvals.signatures where sequence > ${after} order by sequence limit ${ROWS_PER_PAGE}`,
}

/** The key before the first page of each large table. */
export const FIRST = {
  account: '0',
  receipt: '',
  proposal: '0',
  approval_key: '0',
  signature: '0',
}

const ROW = sql`j.id::text, j.idempotency_key, j.transfer_type, j.debit::text, j.credit::text,
  j.amount::text, j.debit_balance::text, j.credit_balance::text, j.effective_date,
  ${toMicroseconds('j.posted_at')} as posted_at, j.reference, j.actor, j.reason, j.receipt,
  j.approval`

/** Builds the selects of the blocks, runs and rows with `after < seq <= upTo`. */
export const buildChainedQueries = (
  after: bigint,
  upTo: bigint,
): [recordType: string, select: Lines][] => {
  const runs = sql`ledger.chain_run run where run.first_seq > ${after} and run.first_seq <= ${upTo}`
  return [
    [
      'block',
      sql`select b.first_seq::text as at, b.block::text, b.first_seq::text, b.last_seq::text,
        ${toMicroseconds('b.chained_at')} as chained_at,
      encode(b.digest, 'hex') as digest, encode(b.fingerprints, 'hex') as fingerprints,
      encode(b.previous_hash, 'hex') as previous_hash,
      encode(b.hash, 'hex') as hash, encode(s.salts, 'hex') as salts
      from (select block, first_seq from ${runs}) run
      join ledger.chain_block b on b.block = run.block and b.first_seq = run.first_seq
      left join ledger.block_salt s on s.block = b.block`,
    ],
    [
      'run',
      sql`select first_seq::text as at, first_seq::text, first_id::text, last_id::text,
        block::text from ${runs}`,
    ],
    [
      'row',
      sql`select (run.first_seq + j.id - run.first_id)::text as at, (run.first_seq +
        j.id - run.first_id)::text as seq, ${ROW}
      from ledger.chain_run run cross join lateral (select * from ledger.entries where id
        between greatest(run.first_id, run.first_id + ${after}::bigint + 1 - run.first_seq)
        and least(run.last_id, run.first_id + ${upTo}::bigint - run.first_seq) offset 0) j
      where run.first_seq <= ${upTo} and run.first_seq >= coalesce(
        (select max(first_seq) from ledger.chain_run where first_seq <= ${after}::bigint + 1), 0)`,
    ],
  ]
}

/** Builds the select of the rows between and after the chained runs. */
export const selectUnchainedRows = (after: string): Lines => sql`
  select j.id::text as at, null as seq, ${ROW} from (
    select lag(last_id, 1, 0::bigint) over (order by first_id) as low, first_id as high
    from ledger.chain_run
    union all select coalesce(max(last_id), 0), 9223372036854775807 from ledger.chain_run) gap
  cross join lateral (select * from ledger.entries where id > greatest(gap.low,
  ${after}::bigint) and id < gap.high
    order by id limit ${ROWS_PER_PAGE} offset 0) j
  where gap.low < gap.high - 1 order by j.id limit ${ROWS_PER_PAGE}`
