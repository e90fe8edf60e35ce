// Long because every read of the ledger is behind this one door: accounts, rows, time travel,
// seals, receipts.
import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Currency } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type AccountCode,
  type Class,
  computeTransferId,
  createLedgerFrozenError,
  type Kind,
  type MemberSubAccount,
  type Output,
  RECEIPT_SOURCES,
  type Receipt,
  type Transfer,
  toMemberAccountCode,
  transferText,
} from './model.ts'
import type { LedgerTables } from './tables.ts'

const read = (reader: Reader) => reader.withTables<LedgerTables>()

/**
 * Minor units, credits minus debits, with rows that aren't sealed yet; what custody holds is thus
 * negative.
 */
export async function getBalance(reader: Reader, code: AccountCode): Promise<bigint> {
  return (await getBalances(reader, [code]))[0] ?? 0n
}

/**
 * The balances of several accounts, in the order asked for and of one moment. Throws when one isn't
 * open.
 */
export async function getBalances(
  reader: Reader,
  codes: readonly AccountCode[],
): Promise<bigint[]> {
  const rows = await read(reader)
    .selectFrom('ledger.accounts')
    .select(['code', sql<bigint>`coalesce(balance, ledger.balance(id))`.as('balance')])
    .where('code', 'in', [...codes])
    .execute()

  const found = new Map(rows.map((row) => [row.code, row.balance]))

  return codes.map((code) => {
    const balance = found.get(code)
    invariant(balance !== undefined, `account ${code} is open`)
    return balance
  })
}

export type MemberBalances = {
  cash: bigint
  principal: bigint
  profit: bigint
  holdCash: bigint
  holdProfit: bigint
}

/** What is owed to a member, in cents, by purse; nothing to one who has no accounts yet. */
export async function getMemberBalances(reader: Reader, memberId: string): Promise<MemberBalances> {
  const accounts = await listAccounts(reader, { owner: memberId })
  const getSubAccountBalance = (name: MemberSubAccount) =>
    accounts.find((account) => account.code === toMemberAccountCode(memberId, name))?.balance ?? 0n

  return {
    cash: getSubAccountBalance('cash'),
    principal: getSubAccountBalance('principal'),
    profit: getSubAccountBalance('profit'),
    holdCash: getSubAccountBalance('hold_cash'),
    holdProfit: getSubAccountBalance('hold_profit'),
  }
}

/**
 * Cash, principal and profit of several members, in cents, by member; who has no accounts yet isn't
 * in it.
 */
export async function listSubAccountBalances(
  reader: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<MemberBalances, 'cash' | 'principal' | 'profit'>>> {
  const sumAccountType = (name: Class) =>
    sql<bigint>`coalesce(sum(balance) filter (where class = ${name}), 0)::bigint`
  const rows = await read(reader)
    .selectFrom('ledger.accounts')
    .select('owner')
    .select([
      sumAccountType('member_cash').as('cash'),
      sumAccountType('member_principal').as('principal'),
    ])
    .select(sumAccountType('member_profit').as('profit'))
    .where(sql<boolean>`owner = any(${[...memberIds]}::text[])`)
    .groupBy('owner')
    .execute()

  return new Map(rows.map(({ owner, ...purses }) => [owner ?? '', purses]))
}

export type AccountLine = {
  id: bigint
  code: AccountCode
  class: Class
  currency: Currency
  owner: string | null
  balance: bigint
  openedAt: Date
  closedAt: Date | null
}

/**
 * Accounts with their balances, by code: all of them, or those of one owner (`mem_…`, `pln_…`) or
 * class.
 */
export async function listAccounts(
  reader: Reader,
  only: { owner?: string; class?: Class } = {},
): Promise<AccountLine[]> {
  return await read(reader)
    .selectFrom('ledger.accounts')
    .select([
      'id',
      'code',
      'class',
      'currency',
      'owner',
      'opened_at as openedAt',
      'closed_at as closedAt',
    ])
    .select(sql<bigint>`coalesce(balance, ledger.balance(id))`.as('balance'))
    .$if(only.owner !== undefined, (query) => query.where('owner', '=', only.owner ?? ''))
    .$if(only.class !== undefined, (query) => query.where('class', '=', only.class ?? 'equity'))
    .orderBy('code')
    .execute()
}

export type AccountSearch = { search?: string; class?: Class; after?: AccountCode; limit?: number }

/**
 * Accounts whose code contains some text, by code, a page at a time: of a hundred thousand members
 * each has five.
 */
export async function searchAccounts(
  reader: Reader,
  search: AccountSearch,
): Promise<AccountLine[]> {
  const { search: searchText, class: of, after, limit = 50 } = search
  const like = `%${(searchText ?? '').replace(/[\\%_]/g, '\\$&')}%`

  return await read(reader)
    .selectFrom('ledger.accounts')
    .select([
      'id',
      'code',
      'class',
      'currency',
      'owner',
      'opened_at as openedAt',
      'closed_at as closedAt',
    ])
    .select(sql<bigint>`coalesce(balance, ledger.balance(id))`.as('balance'))
    .$if(Boolean(searchText), (query) => query.where('code', 'like', like))
    .$if(of !== undefined, (query) => query.where('class', '=', of ?? 'equity'))
    .$if(after !== undefined, (query) => query.where('code', '>', after ?? ''))
    .orderBy('code')
    .limit(limit)
    .execute()
}

/** One account with its balance, or null when no such account was opened. */
export async function findAccount(reader: Reader, code: AccountCode): Promise<AccountLine | null> {
  const found = await read(reader)
    .selectFrom('ledger.accounts')
    .select([
      'id',
      'code',
      'class',
      'currency',
      'owner',
      'opened_at as openedAt',
      'closed_at as closedAt',
    ])
    .select(sql<bigint>`coalesce(balance, ledger.balance(id))`.as('balance'))
    .where('code', '=', code)
    .executeTakeFirst()

  return found ?? null
}

export type Entry = {
  entry: bigint
  /** Gapless, once sealed. */
  seq: bigint | null
  id: string
  kind: Kind
  debit: AccountCode
  credit: AccountCode
  currency: Currency
  amount: bigint
  debitBalance: bigint | null
  creditBalance: bigint | null
  effective: Day
  postedAt: Date
  reference: string
  actor: string
  reason: string | null
  receipt: string | null
  /** The proposal that a second admin approved, where the kind needs one. */
  approval: string | null
}

export type EntryFilter = {
  /** One account, or several: a row between two of them comes once. */
  account?: AccountCode | readonly AccountCode[]
  kind?: Kind
  reference?: string
  id?: string
  /** The number that sealing gave it. */
  seq?: bigint
  /** The proposal that a second admin approved. */
  approval?: string
  /** Rows written before this one: the way to the next page. */
  before?: bigint
  limit?: number
}

const selectEntries = (reader: Reader) =>
  read(reader)
    .selectFrom('ledger.entries as j')
    .innerJoin('ledger.accounts as d', 'd.id', 'j.debit')
    .innerJoin('ledger.accounts as c', 'c.id', 'j.credit')
    .select([
      'j.entry',
      'j.id',
      'j.kind',
      'd.code as debit',
      'c.code as credit',
      'd.currency',
      'j.amount',
    ])
    .select(['j.debit_balance as debitBalance', 'j.credit_balance as creditBalance', 'j.effective'])
    .select([
      'j.posted_at as postedAt',
      'j.reference',
      'j.actor',
      'j.reason',
      'j.receipt',
      'j.approval',
    ])
    .select(sql<bigint | null>`ledger.seq_of(j.entry)`.as('seq'))

/** Journal rows of any account, kind or reference, newest first; sealed or not. */
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
 * The row with a sealed number, by the run of rows that it was sealed in; null beyond the last one.
 */
const selectJournalId = (
  seq: bigint,
) => sql<bigint>`(select case when run.last_entry >= run.first_entry + ${seq}::bigint -
  run.first_seq
  then run.first_entry + ${seq}::bigint - run.first_seq end
  from ledger.seal_run run where run.first_seq <= ${seq}::bigint order by run.first_seq desc
  limit 1)`

type NewestEntryFilter = {
  [Field in 'kind' | 'reference' | 'id' | 'approval' | 'before' | 'limit']:
    | EntryFilter[Field]
    | undefined
}

/**
 * The newest rows on each side of each account, by their indexes: a journal of millions isn't
 * looked through for a few.
 */
function selectNewestEntries(
  accounts: readonly AccountCode[],
  { kind, reference, id, approval, before, limit }: NewestEntryFilter,
) {
  const selectSide = (
    name: 'debit' | 'credit',
  ) => sql`(select entry from ledger.entries where ${sql.ref(name)} = a.id
    ${
      kind === undefined
        ? sql``
        : sql`and kind =
      ${kind}`
    }
    ${reference === undefined ? sql`` : sql`and reference = ${reference}`}
    ${
      id === undefined
        ? sql``
        : sql`and id =
      ${id}`
    }
    ${
      approval === undefined
        ? sql``
        : sql`and
      approval = ${approval}`
    }
    ${before === undefined ? sql`` : sql`and entry < ${before}`}
    order by entry desc limit ${limit})`

  return sql<bigint>`(select own.entry from ledger.accounts a
    cross join lateral (${selectSide('debit')} union all ${selectSide('credit')}) own where a.code =
    any(${[...accounts]}::text[]))`
}

/**
 * The rows that one approval posted, in the order in which they were: the first of them, and how
 * many there are.
 */
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
 * When a row counts as having happened: when it was posted, or by the end of an earlier day that it
 * counts for.
 */
const happened = sql<Date>`least(j.posted_at, (j.effective + 1)::timestamp at time zone 'UTC' -
  interval '1 second')`

/**
 * Rows of some kinds on any of these accounts that happened before a moment, newest first, each
 * with that moment.
 */
export async function listEarlierEntries(
  reader: Reader,
  {
    accounts,
    kinds,
    before,
    limit,
  }: { accounts: readonly AccountCode[]; kinds: readonly Kind[]; before: Date; limit: number },
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

/**
 * The row of one business event (`deposit/dep_…/confirm/coin`), or null while it hasn't happened.
 */
export async function findEntry(reader: Reader, event: string): Promise<Entry | null> {
  return (await listEntries(reader, { id: computeTransferId(event) }))[0] ?? null
}

/**
 * Newest rows that moved one account, with what moved and the balance after it where one is kept.
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

export type StatementLine = {
  seq: bigint
  entry: bigint
  posted_at: Date
  effective: Day
  kind: Kind
  other_account: AccountCode
  change: bigint
  balance: bigint
  reference: string
  reason: string | null
}

/**
 * Sealed rows of one account with `after < seq <= upTo`, oldest first, each with the balance after
 * it.
 */
export async function listStatementLines(
  reader: Reader,
  account: AccountCode,
  after = 0n,
  upTo: bigint | null = null,
): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select s.* from ledger.accounts a, ledger.statement(a.id, ${after}::bigint, ${upTo}::bigint) s
    where a.code = ${account} order by s.seq`.execute(reader)
  return rows
}

/** The balance after a sealed number; with a moment, after the last row sealed by then. */
export async function getHistoricalBalance(
  reader: Reader,
  account: AccountCode,
  at: bigint | Date,
): Promise<bigint> {
  const seq = typeof at === 'bigint' ? sql`${at}::bigint` : sql`ledger.seq_at(${at})`
  const { rows } = await sql<{ balance: bigint }>`
    select ledger.balance_at(id, ${seq}) as balance from ledger.accounts where code =
    ${account}`.execute(reader)
  invariant(rows[0], `account ${account} is open`)
  return rows[0].balance
}

/**
 * The balance at the end of a house day, of what is sealed: rows count for their effective day,
 * whenever they were posted.
 */
export async function getEndOfDayBalance(
  reader: Reader,
  account: AccountCode,
  day: Day,
): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select ledger.balance_on(id, ${day}) as balance from ledger.accounts where code =
    ${account}`.execute(reader)
  invariant(rows[0], `account ${account} is open`)
  return rows[0].balance
}

/**
 * Sealed rows of one account that count for these house days, oldest first, each with the balance
 * after it.
 */
export async function listPeriodStatementLines(
  reader: Reader,
  account: AccountCode,
  first: Day,
  last: Day,
): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select s.* from ledger.accounts a, ledger.statement_on(a.id, ${first}, ${last}) s
    where a.code = ${account} order by s.effective, s.seq`.execute(reader)
  return rows
}

/**
 * Sums by currency and class after a sealed number, or at the end of a house day. Each currency
 * adds up to zero.
 */
export async function getHistoricalTrialBalance(
  reader: Reader,
  at: bigint | Day,
): Promise<Omit<TrialBalanceLine, 'accounts'>[]> {
  const lines =
    typeof at === 'bigint'
      ? sql`ledger.trial_balance_at(${at})`
      : sql`ledger.trial_balance_on(${at})`

  const { rows } = await sql<Omit<TrialBalanceLine, 'accounts'>>`
    select currency, class, balance from ${lines} order by currency, class`.execute(reader)
  return rows
}

export type TrialBalanceLine = {
  currency: Currency
  class: Class | null
  balance: bigint
  accounts: bigint
}

/**
 * Sums by currency and class; the line of a currency alone (class null) is zero, or the books are
 * broken.
 */
export async function getTrialBalance(reader: Reader): Promise<TrialBalanceLine[]> {
  const { rows } = await sql<TrialBalanceLine>`
    select currency, class, balance::bigint as balance, accounts from ledger.trial_balance order
    by currency, class`.execute(reader)
  return rows
}

/** What is owed to all members together, in cents: the sum of their purses. */
export async function sumOwedToMembers(reader: Reader): Promise<bigint> {
  const row = await read(reader)
    .selectFrom('ledger.accounts')
    .select(sql<string | null>`sum(balance)`.as('owed'))
    .where(sql<boolean>`class::text like 'member\\_%'`)
    .executeTakeFirst()

  return BigInt(row?.owed ?? 0)
}

/** How many members something is owed to. */
export async function countOwed(reader: Reader): Promise<number> {
  const row = await read(reader)
    .selectFrom('ledger.accounts')
    .select(sql<string>`count(distinct owner)`.as('members'))
    .where(sql<boolean>`class::text like 'member\\_%'`)
    .where('balance', '>', 0n)
    .executeTakeFirst()

  return Number(row?.members ?? 0)
}

export type Problem = {
  problem: string
  block: bigint | null
  seq: bigint | null
  entry: bigint | null
  detail: string | null
}

/**
 * Recomputes chain and balances; empty when everything is as it was written, else the first wrong
 * row comes first.
 */
export async function verifyLedger(reader: Reader): Promise<Problem[]> {
  return (await sql<Problem>`select * from ledger.verify()`.execute(reader)).rows
}

/** A block of the seal: its last row's number, and the hash that covers it and every row before. */
export type JournalBlock = { block: bigint; seq: bigint; hash: string }

/** The last block of the seal: what is witnessed outside the database. Null before the first. */
export async function findJournalHead(reader: Reader): Promise<JournalBlock | null> {
  const head = await read(reader)
    .selectFrom('ledger.seal_block')
    .select(['block', 'last_seq', 'hash'])
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst()

  return head ? { block: head.block, seq: head.last_seq, hash: head.hash.toString('hex') } : null
}

/** The seal of one block, or null when the chain has none of this number. */
export async function findJournalBlock(
  reader: Reader,
  block: bigint,
): Promise<{ block: bigint; seq: bigint; hash: string } | null> {
  const found = await read(reader)
    .selectFrom('ledger.seal_block')
    .select(['last_seq', 'hash'])
    .where('block', '=', block)
    .executeTakeFirst()

  return found ? { block, seq: found.last_seq, hash: found.hash.toString('hex') } : null
}

/** The block that sealed a number; null while nothing has. */
export async function findBlockBySeq(reader: Reader, seq: bigint): Promise<JournalBlock | null> {
  const found = await read(reader)
    .selectFrom('ledger.seal_block')
    .select(['block', 'last_seq', 'hash'])
    .where('last_seq', '>=', seq)
    .orderBy('block')
    .limit(1)
    .executeTakeFirst()

  return found
    ? { block: found.block, seq: found.last_seq, hash: found.hash.toString('hex') }
    : null
}

export type ChainHealth = {
  /** Since the oldest committed row was written that isn't sealed; 0 when all are. */
  lagSeconds: number
  /** Numbers below the highest sealed one that are missing. */
  gapEntries: bigint
  /** Of the transactions open in this database; null where the database doesn't let us see them. */
  oldestTransactionSeconds: number | null
  highestEntry: bigint
}

/** How sealing gets on at this moment. */
export async function getChainHealth(reader: Reader): Promise<ChainHealth> {
  const { rows } = await sql<ChainHealth>`
    select lag_seconds as "lagSeconds", gap_entries as "gapEntries", highest_entry as
    "highestEntry",
      oldest_transaction_seconds as "oldestTransactionSeconds" from ledger.seal_health()`.execute(
    reader,
  )

  invariant(rows[0], 'seal_health answers one row')

  return rows[0]
}

export type ChainedEntry = Omit<Entry, 'seq' | 'debitBalance' | 'creditBalance'> & {
  seq: bigint
  debitClass: Class
  creditClass: Class
}

/**
 * The rows sealed as `after < seq <= upTo`, in that order: every one of them, so keep the two some
 * thousands apart.
 */
export async function listChainedEntries(
  reader: Reader,
  after: bigint,
  upTo: bigint,
): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select run.first_seq + j.entry - run.first_entry as seq, j.entry, j.id, j.kind, j.amount,
    j.effective,
      j.posted_at as "postedAt", j.reference, j.actor, j.reason, j.receipt, j.approval, d.currency,
      d.code as debit, d.class as "debitClass", c.code as credit, c.class as "creditClass"
    from ledger.seal_run run
    cross join lateral (select * from ledger.entries where entry
      between greatest(run.first_entry, run.first_entry + ${after}::bigint + 1 - run.first_seq)
      and least(run.last_entry, run.first_entry + ${upTo}::bigint - run.first_seq) offset 0) j
    cross join lateral (select * from ledger.accounts where id = j.debit offset 0) d
    cross join lateral (select * from ledger.accounts where id = j.credit offset 0) c
    where run.first_seq <= ${upTo}::bigint and run.first_seq >= coalesce(
      (select max(first_seq) from ledger.seal_run where first_seq <= ${after}::bigint + 1), 0)
    order by seq`.execute(reader)

  return rows
}

export type AccountBalance = {
  code: AccountCode
  class: Class
  currency: Currency
  balance: bigint
}

/**
 * The accounts whose codes come after one, by code, with their balances after a sealed number; at
 * most `limit`.
 */
export async function listAccountBalances(
  reader: Reader,
  seq: bigint,
  page: { after: AccountCode; limit: number },
): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select code, class, currency, ledger.balance_at(id, ${seq}::bigint) as balance
    from (select * from ledger.accounts where code > ${page.after} order by code limit
    ${page.limit}) account
    order by code`.execute(reader)

  return rows
}

export type RecordedReceipt = Receipt & {
  /** The transfer that used it up. */ consumedBy: string | null
}

/**
 * What came in from outside, newest first: all of it, one receipt, that of one output, what is
 * open, or what was consumed.
 */
export async function listReceipts(
  reader: Reader,
  only: { id?: string; of?: Output; open?: boolean; limit?: number } = {},
): Promise<RecordedReceipt[]> {
  let query = read(reader)
    .selectFrom('ledger.receipts')
    .select(['id', 'source', 'reference', 'output_index as outputIndex', 'currency', 'amount'])
    .select(['arrived_at as arrivedAt', 'recorded_by as recordedBy', 'consumed_by as consumedBy'])
    .$narrowType<{ source: Receipt['source'] }>()
    .orderBy('arrived_at', 'desc')
    .limit(only.limit ?? 50)

  if (only.id !== undefined) query = query.where('id', '=', only.id)

  if (only.of !== undefined)
    query = query
      .where('source', '=', only.of.source)
      .where('reference', '=', only.of.reference)
      .where('output_index', '=', only.of.outputIndex)

  if (only.open !== undefined) query = query.where('consumed_by', only.open ? 'is' : 'is not', null)

  return await query.execute()
}

/**
 * What used up the receipts of a transaction id or bank reference: the references of the rows that
 * did, such as a deposit's id.
 */
export async function listReceiptUses(
  reader: Reader,
  spellings: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select distinct j.reference from ledger.receipts r join ledger.entries j on j.id = r.consumed_by
    where r.source = any(${[...RECEIPT_SOURCES]}::text[]) and r.reference =
    any(${[...spellings]}::text[])
    limit 50`.execute(reader)

  return rows.map(({ reference }) => reference)
}

/**
 * The numbers of the rows of a kind that credited a limited account, by what they are about; null
 * until they are sealed. One table alone is read, since lists ask for a page of them.
 */
export async function listCredits(
  reader: Reader,
  kind: Kind,
  references: readonly string[],
): Promise<ReadonlyMap<string, bigint | null>> {
  if (references.length === 0) return new Map()

  const { rows } = await sql<{ reference: string; seq: bigint | null }>`
    select reference, ledger.seq_of(entry) as seq from ledger.entries
    where reference = any(${[...references]}::text[]) and kind = ${kind} and credit_balance is
    not null`.execute(reader)
  return new Map(rows.map(({ reference, seq }) => [reference, seq]))
}

/** One receipt, or null. */
export async function findReceipt(reader: Reader, id: string): Promise<RecordedReceipt | null> {
  return (await listReceipts(reader, { id }))[0] ?? null
}

export type Route = {
  kind: Kind
  debit: Class
  credit: Class
  withCustody: boolean
  /** Coin that leaves by it leaves for dollars that are written down beside it. */
  withDollars: boolean
  needsReceipt: boolean
  needsReason: boolean
  /** From this amount on, in minor units, an approval is needed; 0 always, null never. */
  approvalFrom: bigint | null
  /** Approved is the total over all members, not each one's share. */
  spread: boolean
}

/**
 * What an approval of these transfers is bound to: a hash over what they will do, apart from day
 * and actor.
 */
export async function computePostingHash(
  reader: Reader,
  transfers: readonly Transfer[],
): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`
    select ledger.posting_hash(${transfers.map(transferText)}::ledger.transfer[]) as hash`.execute(
    reader,
  )
  invariant(rows[0], 'a hash is always answered')
  return rows[0].hash
}

export type Freeze = { id: bigint; because: string; frozenAt: Date }

/** Why no money can be moved at present, or null while it can. */
export async function findFreeze(reader: Reader): Promise<Freeze | null> {
  const freeze = await read(reader)
    .selectFrom('ledger.freezes')
    .select(['id', 'because', 'frozen_at as frozenAt'])
    .where('thawed_at', 'is', null)
    .executeTakeFirst()

  return freeze ?? null
}

/** Throws `books_frozen` (503) while no money can be moved. */
export async function assertLedgerOpen(reader: Reader): Promise<void> {
  if (await findFreeze(reader)) throw createLedgerFrozenError()
}

/** Every movement that exists: the product's promise as a table. */
export async function listRoutes(reader: Reader): Promise<Route[]> {
  return await read(reader)
    .selectFrom('ledger.routes')
    .select([
      'kind',
      'debit_class as debit',
      'credit_class as credit',
      'with_custody as withCustody',
    ])
    .select(['needs_receipt as needsReceipt', 'needs_reason as needsReason'])
    .select(['approval_from as approvalFrom', 'spread', 'with_dollars as withDollars'])
    .orderBy('kind')
    .orderBy('debit_class')
    .orderBy('credit_class')
    .execute()
}

/**
 * The balance as the books had it by a moment: after the last row sealed by then or, when nothing
 * was sealed since, that of now.
 */
export async function getBalanceAtTime(
  reader: Reader,
  account: AccountCode,
  at: Date,
): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select case when (select sealed_at from ledger.seal_block order by block desc limit 1) > ${at}
      then ledger.balance_at(id, ledger.seq_at(${at})) else coalesce(balance, ledger.balance(id))
      end as balance
    from ledger.accounts where code = ${account}`.execute(reader)

  invariant(rows[0], `account ${account} is open`)

  return rows[0].balance
}

/**
 * What was owed to a member at the end of a house day, in cents, by purse; of what is sealed by
 * now.
 */
export async function getEndOfDayMemberBalances(
  reader: Reader,
  memberId: string,
  day: Day,
): Promise<MemberBalances> {
  const rows = await read(reader)
    .selectFrom('ledger.accounts')
    .select(['code', sql<bigint>`ledger.balance_on(id, ${day})`.as('balance')])
    .where('owner', '=', memberId)
    .execute()

  const getSubAccountBalance = (name: MemberSubAccount) =>
    rows.find(({ code }) => code === toMemberAccountCode(memberId, name))?.balance ?? 0n

  return {
    cash: getSubAccountBalance('cash'),
    principal: getSubAccountBalance('principal'),
    profit: getSubAccountBalance('profit'),
    holdCash: getSubAccountBalance('hold_cash'),
    holdProfit: getSubAccountBalance('hold_profit'),
  }
}

export type OwnerLine = Omit<StatementLine, 'posted_at' | 'balance'> & { account: AccountCode }

/**
 * Sealed rows of all accounts of an owner that count for these house days, oldest first; a row
 * between two of them stands once for each. At most `limit`, so that nobody's history fills the
 * memory.
 */
export async function listOwnerStatementLines(
  reader: Reader,
  owner: string,
  { first, last, limit }: { first: Day; last: Day; limit: number },
): Promise<OwnerLine[]> {
  const { rows } = await sql<OwnerLine>`
    select a.code as account, s.seq, s.entry, s.effective, s.kind, s.other_account, s.change,
    s.reference, s.reason
    from ledger.accounts a cross join lateral ledger.statement_on(a.id, ${first}, ${last}) s
    where a.owner = ${owner} order by s.effective, s.seq, a.code limit ${limit}`.execute(reader)

  return rows
}

/**
 * By how much the accounts of an owner changed in each month of these house days, by kind; of what
 * is sealed.
 */
export async function listOwnerMonthlyChanges(
  reader: Reader,
  owner: string,
  { first, last }: { first: Day; last: Day },
): Promise<{ month: string; kind: Kind; change: bigint }[]> {
  const { rows } = await sql<{ month: string; kind: Kind; change: bigint }>`
    select to_char(s.effective, 'YYYY-MM') as month, s.kind, sum(s.change)::bigint as change
    from ledger.accounts a cross join lateral ledger.statement_on(a.id, ${first}, ${last}) s
    where a.owner = ${owner} group by 1, 2 order by 1, 2`.execute(reader)
  return rows
}

export type OwnerDay = {
  day: Day
  kind: Kind
  account: AccountCode
  chained: boolean
  change: bigint
}

/**
 * By how much each account of an owner changed on each house day, by kind, oldest first; what isn't
 * sealed yet apart.
 */
export async function listOwnerDays(reader: Reader, owner: string): Promise<OwnerDay[]> {
  const { rows } = await sql<OwnerDay>`
    select day, kind, account, sealed as chained, change from ledger.owner_days(${owner})
    order by day, kind, account, sealed`.execute(reader)
  return rows
}

export type OwnEntriesFilter = {
  /** Taken as one: what only moves between them isn't listed. */
  accounts: readonly AccountCode[]
  kinds?: readonly Kind[] | undefined
  /** Rows written before this one: the way to the next page. */
  before?: bigint | undefined
  limit: number
}

/** Journal rows that changed what some accounts hold together, newest first; sealed or not. */
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

/** A link of the chain, as somebody who checks it needs it: hashes in hex, numbers as texts. */
export type JournalLink = {
  block: string
  first_seq: string
  last_seq: string
  sealed_at: string
  digest: string
  previous_hash: string
  hash: string
}

export type OwnChainedRow = {
  seq: string
  kind: Kind
  day: Day
  debit: AccountCode
  credit: AccountCode
  /** Cents. */
  amount: string
  /** What its hash is taken of; null where it names a balance that is the operator's own affair. */
  text: string | null
}

export type OwnJournalBlock = JournalLink & { leaves: string; rows: OwnChainedRow[] }

const linkColumns = sql`b.block::text as block, b.first_seq::text as first_seq, b.last_seq::text
  as last_seq,
  encode(b.digest, 'hex') as digest, encode(b.previous_hash, 'hex') as previous_hash,
  encode(b.hash, 'hex') as hash`

/**
 * The blocks behind one that seal rows of an owner, oldest first: hashes of all their rows, and
 * what is the owner's own.
 */
export async function listOwnerBlocks(
  reader: Reader,
  owner: string,
  { after, limit }: { after: bigint; limit: number },
): Promise<OwnJournalBlock[]> {
  const { rows } = await sql<OwnJournalBlock>`
    select ${linkColumns}, b.sealed_at, encode(b.leaves, 'hex') as leaves, b.own_rows as rows
    from ledger.owner_seals(${owner}, ${after}::bigint, ${limit}) b order by b.block`.execute(
    reader,
  )

  return rows
}

/** The links of the chain behind a block, oldest first. */
export async function listJournalLinks(
  reader: Reader,
  { after, limit }: { after: bigint; limit: number },
): Promise<JournalLink[]> {
  const { rows } = await sql<JournalLink>`
    select ${linkColumns}, (extract(epoch from b.sealed_at) * 1000000)::bigint::text as sealed_at
    from ledger.seal_block b where b.block > ${after} order by b.block limit ${limit}`.execute(
    reader,
  )

  return rows
}
