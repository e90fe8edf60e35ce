import type pg from 'pg'

/** Everything a database holds: of each table its rows as hashes, of the journal also what was posted, in words. */
export type Contents = Map<string, Map<string, number>>

/** Tables that count outside of a command's transaction on purpose, or that are nobody's evidence. */
const LEFT_OUT = [
  'public.rate_limit', // a try counts although what was tried failed
  'ledger.seal_gap', // the sealer's working memory of numbers that failed transactions drew
]

const POSTINGS = `select 'posted', k.kind || ' ' || d.class || ' → ' || c.class || ' '
    || case when d.currency = 'USD' then k.amount::text else d.currency end
  from ledger.journal k join ledger.account d on d.id = k.debit join ledger.account c on c.id = k.credit`

/** The statement that reads a whole database in one snapshot. Its tables are looked up once: commands make none. */
export async function wholeContents(owner: pg.Pool): Promise<() => Promise<Contents>> {
  const { rows } = await owner.query<{ text: string }>(
    `select string_agg(format('select %L::text, md5(x::text) from %I.%I x', n.nspname || '.' || c.relname, n.nspname,
       c.relname), ' union all ') as text
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'ledger', 'pgboss')
       and n.nspname || '.' || c.relname <> all ($1)`,
    [LEFT_OUT],
  )
  const text = `${rows[0]?.text} union all ${POSTINGS}`
  return async () => {
    const read = await owner.query<[string, string]>({ text, rowMode: 'array' })
    const contents: Contents = new Map()
    for (const [table, row] of read.rows) {
      const known = contents.get(table) ?? contents.set(table, new Map()).get(table)
      known?.set(row, (known.get(row) ?? 0) + 1)
    }
    return contents
  }
}

/** What changed, a line a table: so many rows more, so many rows gone (a changed row is both), and each posting. */
export function changesBetween(before: Contents, after: Contents): string[] {
  const tables = new Set([...before.keys(), ...after.keys()])
  return [...tables].sort().flatMap((table) => {
    const [had, has] = [before.get(table) ?? new Map(), after.get(table) ?? new Map()]
    const [more, gone] = [beyond(has, had), beyond(had, has)]
    if (table === 'posted') return [...more].sort().map((posting) => `posted ${posting}`)
    return more.length + gone.length === 0 ? [] : [`${table} +${more.length} -${gone.length}`]
  })
}

/** The rows of one that the other has fewer of, each as often as that. */
const beyond = (one: Map<string, number>, other: Map<string, number>): string[] =>
  [...one].flatMap(([row, times]) => Array<string>(Math.max(0, times - (other.get(row) ?? 0))).fill(row))

/** The postings alone: what must not grow when a command is told again. */
export const postingsIn = (changes: string[]) => changes.filter((line) => line.startsWith('posted '))
