import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { APPROVED } from './support/approved.ts'

/**
 * Chains, verifies and reads the ledger at a million rows and more, on a server that syncs to
 * disk. The rows are loaded as the migrating role, chained as always, and verified. Prints one JSON
 * line a figure; ratios are against what the same run measured beside it.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    fresh: { type: 'string', default: '10000' },
    reads: { type: 'string', default: '2000' },
  },
})
const SIZES = options.rows.split(',').map(Number)
const NEW_ROWS = Number(options.fresh)
const READS = Number(options.reads)
const SERVER = process.env.DATABASE_URL ?? ''
const DB_FOLDER = new URL('../db', import.meta.url).pathname

const MEMBERS = 20_000
/** Checkpoints are written every so many rows: five minutes at some 150 rows a second. */
const BATCH = 50_000
/** A history of three years. */
const DAYS = 1_095

type Figure = {
  name: string
  value: number
  unit: string
  baseline: number | null
  ratio: number | null
}
const round = (value: number) => Number(value.toPrecision(3))
const print = (name: string, value: number, unit: string, baseline: number | null = null) =>
  console.log(
    JSON.stringify({
      name,
      value: round(value),
      unit,
      baseline: baseline === null ? null : round(baseline),
      ratio: baseline === null ? null : round(value / baseline),
    } satisfies Figure),
  )

const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Members with a hundred dollars each. */
const GROUND = `
select count(ledger.open_account('member:mem_' || i || ':' || sub_account,
  'member_' || sub_account, 'USD', 'mem_' || i))
  from generate_series(1, ${MEMBERS}) i, unnest(array['cash', 'hold_cash']) sub_account;
create table held as select (substr(o.owner, 5))::int as n, o.id as cash, h.id as hold from
ledger.account o
  join ledger.account h on h.owner = o.owner and h.account_type = 'member_hold_cash' where o.account_type =
  'member_cash';
alter table held add primary key (n);
${APPROVED}
select ledger.record_receipt('rcp_capital', 'bank', 'capital', 0, 'USD', 1000000000, now(),
'bench');
select count(*) from ledger.post(bench_approved(array[row(gen_random_uuid(), 'capital_paid_in',
'custody:bank:USD', 'equity', 1000000000,
  '2024-01-01', 'capital', 'adm_1', null, 'rcp_capital', null)::ledger.transfer]));
do $$ begin for part in 0 .. ${MEMBERS / 1000 - 1} loop
  perform ledger.post(bench_approved(array(select row(gen_random_uuid(), 'adjusted', 'equity',
  'member:mem_' || i || ':cash', 10000,
    '2024-01-01', 'ground', 'adm_1', 'bench', null, null)::ledger.transfer from generate_series(1
    + 1000 * part, 1000 + 1000 * part) i)));
end loop; end $$;`

/**
 * Rows as posting writes them: one in five leaves custody, the others hold five cents of a member
 * and release them again.
 */
const LOAD = `
insert into ledger.journal (idempotency_key, transfer_type, debit, credit, amount, debit_balance,
credit_balance, effective_date, posted_at, reference, actor)
select gen_random_uuid(), case when moves then 'network_fee_paid' when held then
'withdrawal_held' else 'withdrawal_released' end,
  case when moves then $3::bigint when held then cash else hold end, case when moves then
  $4::bigint when held then hold else cash end,
  5, case when moves then null when held then 9995 else 0 end, case when moves then null when
  held then 5 else 10000 end,
  date '2024-01-01' + (i * ${DAYS} / $5::bigint)::integer, clock_timestamp(), 'bench_' || i,
  'mem_12345'
from (select i, i % 5 = 0 as moves, (i - i / 5 - 1) as j from generate_series($1::bigint,
$2::bigint) i) row
left join lateral (select cash, hold, (row.j / ${MEMBERS}) % 2 = 0 as held from held where n = 1
+ row.j % ${MEMBERS}) m on not moves
order by i`
const SETTLE = `
update ledger.account a set balance = last.balance from held,
  lateral (select case when debit = held.cash then debit_balance else credit_balance end as cash,
  case when debit = held.hold then debit_balance else credit_balance end as hold
    from ledger.journal where debit in (held.cash, held.hold) order by id desc limit 1) j,
  lateral (values (held.cash, j.cash), (held.hold, j.hold)) as last (id, balance)
where a.id = last.id`

/** Peak memory of a backend, in MB, as the kernel counts it. */
const readPeakMemory = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function chainAll(client: pg.Client): Promise<number> {
  let rows = 0
  for (;;) {
    const { rows: chained } = await client.query('select ledger.append_block(10000) as count')
    if (Number(chained[0].count) === 0) return rows
    rows += Number(chained[0].count)
  }
}

class LedgerBench {
  readonly client: pg.Client
  loaded = 0
  total: number
  accounts: { exchange: string; hot: string } = { exchange: '', hot: '' }

  constructor(client: pg.Client, total: number) {
    this.client = client
    this.total = total
  }

  /**
   * Loads up to so many rows, chaining and writing balance snapshots on the way; returns the
   * microseconds of chaining a row.
   */
  async grow(to: number): Promise<number> {
    let chainingMs = 0
    for (let first = this.loaded + 1; first <= to; first += BATCH) {
      const { exchange, hot } = this.accounts
      await this.client.query(LOAD, [
        first,
        Math.min(first + BATCH - 1, to),
        exchange,
        hot,
        this.total,
      ])

      chainingMs += await measureMs(() => chainAll(this.client))
      await this.client.query('select ledger.write_snapshots()')
    }

    await this.client.query(SETTLE)

    const micros = (chainingMs * 1000) / (to - this.loaded)
    this.loaded = to

    return micros
  }
}

/** Reads of one account at random days, and rows by primary key, in turn. */
async function reads(client: pg.Client, size: number, label: string) {
  const codes = ['member:mem_77:cash', 'custody:hot:BTC']
  const ids = (
    await client.query('select id from ledger.account where code = any($1) order by code desc', [
      codes,
    ])
  ).rows

  const day = () => `2024-01-01`
  const pickInstant = () =>
    new Date(Date.parse(day()) + Math.floor(Math.random() * DAYS) * 86_400_000)
  const kinds = {
    'primary-key read': () =>
      client.query({
        name: 'key',
        text: 'select * from ledger.journal where id = $1',
        values: [1 + Math.floor(Math.random() * size)],
      }),
    'balance of a member at a date': () =>
      client.query({
        name: 'on',
        text: 'select ledger.balance_on_day($1, $2)',
        values: [ids[0].id, pickInstant()],
      }),
    'balance of custody at a date': () =>
      client.query({
        name: 'on',
        text: 'select ledger.balance_on_day($1, $2)',
        values: [ids[1].id, pickInstant()],
      }),
    'balance of a member at a number': () =>
      client.query({
        name: 'at',
        text: 'select ledger.balance_at_seq($1, $2)',
        values: [ids[0].id, Math.floor(Math.random() * size)],
      }),
  }

  const timesByKind = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  for (let n = 0; n < READS; n++)
    for (const [kind, read] of Object.entries(kinds))
      timesByKind.get(kind)?.push(await measureMs(read))

  const key = median(timesByKind.get('primary-key read') ?? [])
  for (const [kind, times] of timesByKind)
    print(`${kind}, ${label}`, median(times), 'ms', kind === 'primary-key read' ? null : key)

  print(
    `trial balance at a date, ${label}`,
    await measureMs(() =>
      client.query('select * from ledger.trial_balance_on_day($1)', [pickInstant()]),
    ),
    'ms',
    key,
  )
}

/** Runs a full check in a session of its own, so that the memory is the check's alone. */
async function full(url: string, label: string, size: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
    const scan = await measureMs(() =>
      client.query('select count(*), sum(amount) from ledger.journal'),
    )
    let sum = 0

    for (const step of [
      'ledger.verify_chain()',
      'ledger.verify_balances()',
      'ledger.verify_snapshots()',
      'ledger.check_sums()',
      'check_positions(null)',
    ]) {
      let wrong = 0
      const ms = await measureMs(async () => {
        wrong = (await client.query(`select * from ${step} limit 5`)).rowCount ?? 0
      })

      if (wrong) throw new Error(`The books don't verify: ${step}`)

      sum += ms
      print(`${step}, ${label}`, (ms * 1000) / size, 'microseconds/row')
    }

    print(`full check, ${label}`, sum / 1000, 's', scan / 1000)
    print(`peak memory of the full check, ${label}`, readPeakMemory(pid), 'MB')
  } finally {
    await client.end()
  }
}

async function incremental(url: string, ledgerBench: LedgerBench, label: string) {
  const before = (
    await ledgerBench.client.query('select max(last_seq) as seq from ledger.chain_block')
  ).rows[0].seq
  await ledgerBench.grow(ledgerBench.loaded + NEW_ROWS)

  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the statement that ends it reports the error
  await client.connect()

  const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  // The rows are of withdrawals that only the journal knows; all else has to be right.
  const runCheck = () =>
    client.query(
      "select * from check_since($1, now()) where problem not like '%without its withdrawal'",
      [before],
    )

  const { rows: wrong } = await runCheck()
  if (wrong.length > 0)
    throw new Error(`The new rows are not right: ${JSON.stringify(wrong.slice(0, 3))}`)

  const times = []
  for (let n = 0; n < 3; n++) times.push(await measureMs(runCheck))

  const none = await measureMs(() =>
    client.query(
      'select * from check_since((select max(last_seq) from ledger.chain_block), now())',
    ),
  )
  print(
    `incremental check of ${NEW_ROWS} new rows, ${label}`,
    (median(times) * 1000) / NEW_ROWS,
    'microseconds/row',
  )

  print(`incremental check of nothing new, ${label}`, none, 'ms')
  print(`peak memory of the incremental check, ${label}`, readPeakMemory(pid), 'MB')
  await client.end()
}

async function main() {
  if (!SERVER) throw new Error('DATABASE_URL names no server: npm run bench -- books starts one.')

  const name = `candor_bench_${process.pid}`
  const admin = new pg.Client({ connectionString: SERVER })
  await admin.connect()
  await admin.query(`create database ${name}`)

  const url = new URL(SERVER)
  url.pathname = `/${name}`

  const client = new pg.Client({ connectionString: url.toString() })
  try {
    await migrate(url.toString(), DB_FOLDER)
    await client.connect()
    await client.query(GROUND)

    const ledgerBench = new LedgerBench(client, Math.max(...SIZES))
    const ids = (
      await client.query(
        "select code, id from ledger.account where code in ('exchange:BTC', 'custody:hot:BTC')",
      )
    ).rows

    ledgerBench.accounts = {
      exchange: ids.find(({ code }) => code.startsWith('exchange')).id,
      hot: ids.find(({ code }) => code.startsWith('custody')).id,
    }

    for (const size of SIZES) {
      const label = `${size / 1_000_000}M rows`
      print(`chaining, ${label}`, await ledgerBench.grow(size), 'microseconds/row')
      await client.query('vacuum analyze')
      await reads(client, size, label)
      await incremental(url.toString(), ledgerBench, label)
      await full(url.toString(), label, size)
    }
  } finally {
    await client.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

await main()
