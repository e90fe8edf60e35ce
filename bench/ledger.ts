import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { APPROVED } from './support/approved.ts'

/**
 * The ledger beside TPC-B, both driven by pgbench in alternated rounds on one server that syncs to
 * disk. Prints one JSON line a figure. `ratio` is the median of the ratios within each round: on a
 * shared machine it means more than a rate.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    // A pool's sessions live for hours: a round is long enough that opening 32 hardly counts.
    seconds: { type: 'string', default: '15' },
    clients: { type: 'string', default: '1,8,32' },
  },
})
const ROUNDS = Number(options.rounds)
const SECONDS = Number(options.seconds)
const CLIENTS = options.clients.split(',').map(Number)
const SERVER = process.env.DATABASE_URL ?? ''
const PGBENCH = process.env.PGBENCH ?? '/usr/lib/postgresql/15/bin/pgbench'
const DB_FOLDER = join(import.meta.dirname, '../db')

const MEMBERS = 5_000
// pgbench's own advice: at least as many branches as clients
const TPCB_SCALE = Math.max(...CLIENTS)
const RECEIPTS = 200_000
/** What a journal row takes at most on disk, indexes included. */
const MAX_ROW_BYTES = 300

const run = promisify(execFile)

/** The beginning of every script: a member, and digits for an unused event id. */
const RANDOM = `\\set m random(1, ${MEMBERS})
\\set a random(10000000, 99999999)
\\set b random(1000, 9999)
\\set d random(10000000000, 99999999999)
`
const uuid = (last: number) => `:a-:b-:b-:b-${last}:d`
const DAY = '2026-11-20'

/** A withdrawal paid from the one bank account that everybody uses. */
const ONE = `select * from ledger.post('{"(${uuid(1)},withdrawal_paid,member:mem_:m:hold_cash,custody:bank:USD,5,${DAY},wdr_:a:b,usr_12345,,,)"}'::ledger.transfer[]);`

/**
 * A deposit as it is confirmed: coin into the one custody account, dollars to the member, a
 * position opened.
 */
const THREE = `select * from ledger.post(('{"(${uuid(1)},deposit_confirmed,custody:hot:BTC,exchange:BTC,100,${DAY},dep_:a:b,usr_12345,,rcp_' || nextval('receipt_used') || ',)","(${uuid(2)},deposit_confirmed,exchange:USD,member:mem_:m:cash,5,${DAY},dep_:a:b,usr_12345,,,)","(${uuid(3)},position_opened,member:mem_:m:cash,member:mem_:m:principal,5,${DAY},dep_:a:b,usr_12345,,,)"}')::ledger.transfer[]);`

/** The realistic command: its own row, the posting, the outbox, all or nothing. */
const command = (posting: string) => `${RANDOM}begin;
update bench_deposit set status = 'completed', confirmed_at = now(), changes = changes + 1 where
id = :m;
${posting}
insert into bench_outbox (recipient, template, data) values ('mem_:m', 'done',
'{"amount": "0.05", "reference": "ref_:a:b"}');
commit;
`
const list = (size: number) => `\\set first random(0, ${MEMBERS - 1})
select count(*) from ledger.post(array(select row(gen_random_uuid(), 'withdrawal_paid',
  'member:mem_' || 1 + (:first + i) % ${MEMBERS} || ':hold_cash', 'custody:bank:USD', 5,
  '${DAY}', 'wdr_' || :first || i, 'usr_12345',
  null, null, null)::ledger.transfer from generate_series(1, ${size}) i));
`
const SCRIPTS = {
  'single post': `${RANDOM}${ONE}\n`,
  'command without posting': command(''),
  'command of 1 row': command(ONE),
  'command of 3 rows': command(THREE),
  'list of 100': list(100),
  'list of 1,000': list(1_000),
} as const
type Script = keyof typeof SCRIPTS

const COMMANDS: Script[] = [
  'single post',
  'command of 1 row',
  'command of 3 rows',
  'command without posting',
]

const SETUP = `
create table bench_deposit (id int primary key, status text, confirmed_at timestamptz, changes
int not null default 0) with (fillfactor = 80);
insert into bench_deposit select i, 'pending' from generate_series(1, ${MEMBERS}) i;
create table bench_outbox (id bigint generated always as identity primary key, recipient text,
template text, data jsonb);
create sequence receipt_used cache 1;
select count(ledger.open_account('member:mem_' || i || ':' || sub_account,
  'member_' || sub_account, 'USD', 'mem_' || i))
  from generate_series(1, ${MEMBERS}) i, unnest(array['cash', 'principal', 'profit', 'hold_cash',
  'hold_profit']) sub_account;
insert into ledger.receipt select 'rcp_' || i, 'simulated', 'tx' || i, 0, 'BTC', 100, now(),
'bench' from generate_series(1, ${RECEIPTS}) i;
select ledger.record_receipt('rcp_capital', 'bank', 'capital', 0, 'USD', 1000000000000000, now(),
'bench');
${APPROVED}
select count(*) from ledger.post(bench_approved(array[row(gen_random_uuid(), 'capital_paid_in',
'custody:bank:USD', 'equity', 1000000000000000,
  '${DAY}', 'capital', 'usr_1', null, 'rcp_capital', null)::ledger.transfer]));
do $$ begin for thousand in 0 .. ${MEMBERS / 1000 - 1} loop
  perform ledger.post(bench_approved(array(select row(gen_random_uuid(), 'adjusted', 'equity',
  'member:mem_' || i || ':cash', 100000000,
    '${DAY}', 'ground', 'usr_1', 'bench', null, null)::ledger.transfer from generate_series(1 +
    1000 * thousand, 1000 + 1000 * thousand) i)));
  perform ledger.post(array(select row(gen_random_uuid(), 'withdrawal_held', 'member:mem_' || i
  || ':cash', 'member:mem_' || i || ':hold_cash', 90000000,
    '${DAY}', 'ground', 'usr_1', null, null, null)::ledger.transfer from generate_series(1 + 1000
    * thousand, 1000 + 1000 * thousand) i));
end loop; end $$;`

/** Transactions a second; a run in which one failed is no figure. */
async function measure(
  database: string,
  folder: string,
  what: Script | 'TPC-B',
  clients: number,
): Promise<number> {
  const script = what === 'TPC-B' ? [] : ['-f', join(folder, `${what}.sql`)]
  const args = [
    '-n',
    '-c',
    `${clients}`,
    '-j',
    '1',
    '-T',
    `${SECONDS}`,
    ...script,
    buildDatabaseUrl(database),
  ]

  const { stdout, stderr } = await run(PGBENCH, args)
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (!rate || /aborted|ERROR/.test(stderr)) throw new Error(`pgbench, ${what}: ${stdout}${stderr}`)

  return Number(rate)
}

const buildDatabaseUrl = (database: string) => {
  const url = new URL(SERVER)
  url.pathname = `/${database}`
  return url.toString()
}

const median = (numbers: number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
const round = (value: number, digits: number) => Number(value.toFixed(digits))

type Figure = {
  name: string
  value: number
  unit: string
  baseline: number | null
  ratio: number | null
}
const print = (figure: Figure) => console.log(JSON.stringify(figure))

/** A figure and its baseline, each measured once in every round. */
function compare(name: string, unit: string, values: number[], baselines: number[]) {
  const ratios = values.map((value, index) => value / (baselines[index] ?? Number.NaN))
  print({
    name,
    value: round(median(values), 0),
    unit,
    baseline: round(median(baselines), 0),
    ratio: round(median(ratios), 2),
  })
}

/**
 * Runs each of several things once a round, in turned order, so that what passes over the machine
 * hits all of them.
 */
async function inRounds<What extends string>(
  things: What[],
  once: (what: What) => Promise<number>,
) {
  const measurements = new Map<What, number[]>(things.map((what) => [what, []]))
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const index of things.keys()) {
      const what = things[(index + turn) % things.length]
      if (what) measurements.get(what)?.push(await once(what))
    }

  return (what: What) => measurements.get(what) ?? []
}

async function commands(database: string, folder: string, admin: pg.Client) {
  for (const clients of CLIENTS) {
    const getRates = await inRounds(['TPC-B' as const, ...COMMANDS], async (what) => {
      await admin.query('checkpoint')
      return await measure(database, folder, what, clients)
    })
    const people = clients === 1 ? '1 client' : `${clients} clients`

    for (const what of COMMANDS)
      compare(`${what}, ${people}, to TPC-B`, 'transactions/s', getRates(what), getRates('TPC-B'))

    for (const what of ['command of 1 row', 'command of 3 rows'] as const)
      compare(
        `${what}, ${people}, to the same without posting`,
        'transactions/s',
        getRates(what),
        getRates('command without posting'),
      )
  }
}

async function lists(database: string, folder: string, admin: pg.Client) {
  const getRates = await inRounds(
    ['single post', 'list of 100', 'list of 1,000'] as Script[],
    async (what) => {
      await admin.query('checkpoint')
      return await measure(database, folder, what, 1)
    },
  )

  compare(
    'list of 100, 1 client, to single posting',
    'rows/s',
    getRates('list of 100').map((rate) => rate * 100),
    getRates('single post'),
  )

  compare(
    'list of 1,000, 1 client, to single posting',
    'rows/s',
    getRates('list of 1,000').map((rate) => rate * 1000),
    getRates('single post'),
  )
}

async function bytes(client: pg.Client) {
  const started = process.hrtime.bigint()
  let rows = 0

  for (;;) {
    const { rows: more } = await client.query('select ledger.append_block(10000) as rows')
    if (Number(more[0].rows) === 0) break
    rows += Number(more[0].rows)
  }

  const micros = Number(process.hrtime.bigint() - started) / 1000 / rows
  print({
    name: 'chaining',
    value: round(micros, 1),
    unit: 'microseconds/row',
    baseline: null,
    ratio: null,
  })

  const { rows: sizes } = await client.query<{ journal: string; chain: string; rows: string }>(
    `select pg_total_relation_size('ledger.journal') as journal, (select count(*) from
      ledger.journal) as rows,
       pg_total_relation_size('ledger.chain_run') + pg_total_relation_size('ledger.chain_block') +
       pg_total_relation_size('ledger.block_salt') as chain`,
  )

  const { journal = '0', chain: chainBytes = '0', rows: count = '1' } = sizes[0] ?? {}
  const unit = 'bytes/row'
  print({
    name: 'disk, indexes included',
    value: round(Number(journal) / Number(count), 1),
    unit,
    baseline: MAX_ROW_BYTES,
    ratio: round(Number(journal) / Number(count) / MAX_ROW_BYTES, 2),
  })

  print({
    name: 'disk of the hash chain',
    value: round(Number(chainBytes) / Number(count), 1),
    unit,
    baseline: null,
    ratio: null,
  })
}

async function prepare(client: pg.Client, database: string, folder: string) {
  const { rows } = await client.query('show fsync')
  if (rows[0].fsync !== 'on')
    throw new Error('The figures are of a server that syncs to disk: fsync is off here.')

  for (const [name, text] of Object.entries(SCRIPTS))
    await writeFile(join(folder, `${name}.sql`), text)
  await run(PGBENCH, ['-i', '-q', '-s', `${TPCB_SCALE}`, buildDatabaseUrl(database)])
  await client.query(SETUP)
  await client.query('vacuum analyze')
}

async function main() {
  if (!SERVER) throw new Error('DATABASE_URL names no server: npm run bench -- ledger starts one.')

  const database = `candor_bench_${process.pid}`
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'))
  const admin = new pg.Client({ connectionString: SERVER })

  await admin.connect()
  await admin.query(`create database ${database}`)

  const client = new pg.Client({ connectionString: buildDatabaseUrl(database) })
  try {
    await migrate(buildDatabaseUrl(database), DB_FOLDER)
    await client.connect()
    await prepare(client, database, folder)
    await commands(database, folder, admin)
    await lists(database, folder, admin)
    await bytes(client)

    const wrong = await client.query('select * from ledger.verify() limit 5')
    if (wrong.rowCount) throw new Error(`The books don't verify: ${JSON.stringify(wrong.rows)}`)
  } finally {
    await client.end()
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
