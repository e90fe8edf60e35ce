import type pg from 'pg'

/** A moment of a database: every row written by a transaction begun later is a change. */
export type Mark = { xid: string; counts: ReadonlyMap<string, number> }

export type Changes = {
  mark(): Promise<Mark>
  /**
   * What was committed since, a line a table: so many rows written and so many gone (a row that was
   * changed is both, also when it was changed into the same), and each posting in words. Empty when
   * nothing at all was.
   */
  since(mark: Mark): Promise<string[]>
}

/** Tables that count outside of a command's transaction on purpose, or that are no evidence. */
const LEFT_OUT = [
  'public.rate_limit', // a try counts although what was tried failed
  // sums of rows that are compared anyway; now and then several are merged
  'public.status_count',
  'ledger.chain_gap', // the chaining job's working memory of numbers that failed transactions drew
]

const TABLES = `select string_agg(format(
    'select %L as name, count(*)::int as rows, (count(*) filter (where age(xmin) <= (select age($1::xid))))::int as written from %I.%I',
    n.nspname || '.' || c.relname, n.nspname, c.relname), ' union all ') as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'ledger', 'approvals', 'pgboss') and
  n.nspname || '.' || c.relname <> all ($1)`

const NOW =
  'select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint % 4294967296)::text as xid'

const POSTED = `select format('posted %s %s → %s %s', j.transfer_type, d.account_type, c.account_type,
    case when d.currency = 'USD' then j.amount::text else d.currency end) as line
  from ledger.journal j join ledger.account d on d.id = j.debit join ledger.account c on c.id =
  j.credit
  where age(j.xmin) <= (select age($1::xid)) order by 1`

/** Tracks the changes of a whole database. Its tables are listed once: commands make none. */
export async function createChangeTracker(owner: pg.Pool): Promise<Changes> {
  const text = (await owner.query<{ text: string }>(TABLES, [LEFT_OUT])).rows[0]?.text ?? ''
  const readTableCounts = async (xid: string) =>
    (
      await owner.query<{ name: string; rows: number; written: number }>({
        name: 'read-table-counts',
        text,
        values: [xid],
      })
    ).rows

  return {
    mark: async () => {
      const xid = (await owner.query<{ xid: string }>(NOW)).rows[0]?.xid ?? '0'
      return {
        xid,
        counts: new Map((await readTableCounts(xid)).map(({ name, rows }) => [name, rows])),
      }
    },
    since: async ({ xid, counts }) => {
      const found = (await readTableCounts(xid))
        .map(({ name, rows, written }) => ({
          name,
          written,
          gone: (counts.get(name) ?? 0) + written - rows,
        }))
        .filter(({ written, gone }) => written > 0 || gone > 0)

      const posted = found.some(({ name }) => name === 'ledger.journal')
        ? (await owner.query<{ line: string }>(POSTED, [xid])).rows
        : []
      const tables = found.map(({ name, written, gone }) => `${name} +${written} -${gone}`)

      return [...tables.sort(), ...posted.map(({ line }) => line)]
    },
  }
}

/** The postings alone: what must not grow when a command is repeated. */
export const filterPostings = (changes: string[]) =>
  changes.filter((line) => line.startsWith('posted '))
