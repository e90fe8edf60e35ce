import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { PAID_AT_ONCE } from '#modules/plans/commands/settle-days.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createIncome } from '#modules/plans/testing.ts'
import { compare, measureMs, print, sizeText } from './figures.ts'
import { formatIdSql, type Installation } from './installation.ts'

const MEMBERS_HAVE = 10
const QUARTER = 90
const SETTLER = 'settler'
const TICK_MS = 10

/** A tenth as many whose terms still run: the distribution must not read them. */
const OPEN = `insert into position (id, member_id, plan_id, plan_version_id, origin, deposit_id,
  principal_cents, remaining_cents,
    target_bps, term_days, opened_on, matures_on, status, at_maturity)
  select ${formatIdSql('pos', 'i')}, ${formatIdSql('mem', '1')}, v.plan_id, v.id, 'deposit',
  ${formatIdSql('dep', 'i')}, 10000, 10000, v.target_bps, v.term_days,
    current_date, current_date + v.term_days, 'open', 'to_balance'
  from generate_series($1::integer + 1, $1::integer + $2::integer) i
  join unnest($3::text[]) with ordinality p (id, n) on p.n = 1 + i % $4::integer join
  plan_version v on v.id = p.id`

/** As the trigger writes it, which is off while so many rows are made at once. */
export const OWED =
  'insert into owed_return select id, member_id, plan_id, matured_on, return_due from ' +
  'position where return_due > 0 on conflict do nothing'

/**
 * What matured over a quarter, as it was opened, and waits for income: so many positions, evenly
 * among the plans.
 */
export async function duePositions(
  { owner }: Installation,
  plans: readonly PlanVersion[],
  size: number,
): Promise<void> {
  const members = Math.max(1, Math.floor(size / MEMBERS_HAVE))
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into position (id, member_id, plan_id, plan_version_id, origin, deposit_id,
      principal_cents, remaining_cents,
      target_bps, term_days, opened_on, matures_on, status, at_maturity, matured_on, return_due)
    select ${formatIdSql('pos', 'i')}, ${formatIdSql('mem', `1 + i % ${members}`)}, v.plan_id,
    v.id, 'deposit',
    ${formatIdSql('dep', 'i')}, cents, 0, v.target_bps, v.term_days,
      day - v.term_days, day, 'matured', 'to_balance', day, cents / 20
    from (select i, 10000 + (i * 7919::bigint) % 5000000 as cents, current_date - ${QUARTER} + (i
    * ${QUARTER}::bigint / $1::integer)::integer as day
      from generate_series(1, $1::integer) i) drawn
    join unnest($2::text[]) with ordinality p (id, n) on p.n = 1 + i % $3::integer join
    plan_version v on v.id = p.id order by i`,
    [size, plans.map(({ id }) => id), plans.length],
  )

  await owner.query(OWED)
  await owner.query(OPEN, [size, Math.ceil(size / 10), plans.map(({ id }) => id), plans.length])
  await owner.query('set session_replication_role = origin')
  await owner.query(
    'insert into settled_day values (current_date, now(), now()) on conflict do nothing',
  )
  // Like the journal in everything: columns, checks, and every index.
  await owner.query('create table bench_row (like ledger.journal including all)')
  await owner.query('vacuum analyze')
}

/**
 * So many rows as posting writes them, and nothing else: no account is looked up, locked or
 * changed.
 */
async function bareInserts(
  { owner }: Installation,
  plan: PlanVersion,
  members: number,
  rows: number,
) {
  const { rows: found } = await owner.query(
    `select (select id from ledger.account where code = 'plan:' || $1 || ':income') as plan,
      (select min(id) from ledger.account where account_type = 'member_profit') as first`,
    [plan.planId],
  )

  for (let done = 0; done < rows; done += PAID_AT_ONCE)
    await owner.query(
      `insert into bench_row (idempotency_key, transfer_type, debit, credit, amount, debit_balance, credit_balance,
        effective_date, reference, actor)
      select gen_random_uuid(), 'return_paid', $1::bigint, $2::bigint + 5 * (i * 7919::bigint %
      $3::integer), 100, 100, 100, current_date, ${formatIdSql('pos', 'i')}, 'system'
      from generate_series($4::integer + 1, $5::integer) i`,
      [found[0].plan, found[0].first, members, done, Math.min(rows, done + PAID_AT_ONCE)],
    )
}

type Settler = {
  child: ChildProcess
  ask(what: 'settle' | 'notify'): Promise<number>
  peakMb(): number
}

async function startSettler(testApp: Installation): Promise<Settler> {
  const child = fork(
    new URL('./settle.ts', import.meta.url),
    [testApp.url, testApp.app.config.DATA_DIR],
    {
      env: { ...process.env, PGAPPNAME: SETTLER },
    },
  )

  await once(child, 'message')

  return {
    child,
    ask: async (what) => {
      child.send(what)

      const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
        { ms: number },
      ]
      if (!answer?.ms) throw new Error(`The process that was to ${what} came to its end.`)

      return answer.ms
    },
    peakMb: () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
      1024,
  }
}

/**
 * Kills a settling process with SIGKILL once half of what it shares out is done; answers the
 * milliseconds it had.
 */
async function killHalfWay({ owner }: Installation, { child }: Settler): Promise<number> {
  const begun = performance.now()
  let over = false
  child.once('message', () => {
    over = true
  })
  child.send('settle')

  for (;;) {
    if (over)
      throw new Error(
        'The distribution was over before it could be killed: it needs more positions.',
      )

    const { rows } = await owner.query(
      'select done_due * 2 >= due_cents as half from distribution where ended_at is null',
    )
    if (rows[0]?.half) break

    await pause(5)
  }

  child.kill('SIGKILL')
  await once(child, 'exit')

  return performance.now() - begun
}

const unpaid = async ({ owner }: Installation): Promise<bigint> =>
  BigInt(
    (
      await owner.query(
        'select (select sum(return_due) from position) - (select coalesce(sum(cents), 0) ' +
          'from payout) as left',
      )
    ).rows[0].left,
  )

/**
 * Milliseconds of a processor that backends of this name have had, by process: what other work does
 * to the clock isn't in it.
 */
async function processorTime({ owner }: Installation, name: string): Promise<Map<number, number>> {
  const { rows } = await owner.query(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [name],
  )

  return new Map(
    rows.map(({ pid }) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return [pid, (Number(fields[11]) + Number(fields[12])) * TICK_MS]
    }),
  )
}

/** How much of a processor such backends had during some work. */
async function measureProcessorTime(
  testApp: Installation,
  name: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await processorTime(testApp, name)
  await work()
  let spent = 0
  for (const [pid, ms] of await processorTime(testApp, name)) spent += ms - (before.get(pid) ?? 0)
  return spent
}

/**
 * A plan after the other gets the income that pays what is due of it, and a process of its own
 * shares it out; before each, as many bare rows are inserted. One is killed half-way, and another
 * resumes. At the end nothing is left, to the cent, and each member was notified, which follows the
 * paying.
 */
export async function distributionFigures(
  testApp: Installation,
  plans: readonly PlanVersion[],
  size: number,
): Promise<void> {
  const each = size / plans.length
  const [paying, bare, notifying, peaks]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ]
  const works: { paying: number; bare: number }[] = []
  let settler = await startSettler(testApp)

  for (const [round, plan] of plans.entries()) {
    const { rows } = await testApp.owner.query(
      'select sum(cents) as due from owed_return where plan_id = $1',
      [plan.planId],
    )
    await createIncome(testApp.app, { planId: plan.planId, cents: BigInt(rows[0].due) })

    const inserting = () =>
      measureMs(() => bareInserts(testApp, plan, size / MEMBERS_HAVE, each)).then((ms) =>
        bare.push(ms),
      )
    const bareWork = await measureProcessorTime(testApp, '', inserting)
    let killed = 0

    if (round === plans.length >> 1) {
      peaks.push(settler.peakMb())
      killed = await killHalfWay(testApp, settler)
      settler = await startSettler(testApp)
    }

    const { ask } = settler
    const measureSettlement = async () => paying.push(killed + (await ask('settle')))
    const payingWork = await measureProcessorTime(testApp, SETTLER, measureSettlement)

    // What the killed one's backend had is gone with it.
    if (killed === 0) works.push({ paying: payingWork, bare: bareWork })
    notifying.push(await ask('notify'))
    peaks.push(settler.peakMb())
  }

  settler.child.disconnect()
  compare(
    `distribution to ${sizeText(size)} positions, to bare inserts`,
    's',
    paying.map(sum(1000)),
    bare.map(sum(1000)),
  )

  compare(
    `processor time of the same in the database, ${sizeText(size)} positions`,
    's',
    works.map((work) => work.paying / 1000),
    works.map((work) => work.bare / 1000),
  )

  print('distribution', (total(paying) * 1000) / size, 'microseconds/position')
  print(
    `notifying ${sizeText(size / MEMBERS_HAVE)} members of what they were paid`,
    total(notifying) / 1000,
    's',
  )

  print(
    `left unpaid after a kill half-way, ${sizeText(size)} positions`,
    Number(await unpaid(testApp)),
    'cents',
  )

  print(
    `peak memory of the settling process, ${sizeText(size)} positions`,
    Math.max(...peaks),
    'MB',
  )

  await assertRight(testApp)
  await assertNotified(testApp, size / MEMBERS_HAVE)
}

const total = (times: readonly number[]) => times.reduce((all, ms) => all + ms, 0)
const sum = (per: number) => (ms: number) => ms / per

/** The books and the distributions say the same, row by row. */
async function assertRight({ owner }: Installation) {
  const { rows } = await owner.query(
    'select * from check_payouts(null) union all select * from check_distributions(null) ' +
      'union all select * from check_incomes() limit 5',
  )
  if (rows.length > 0) throw new Error(`The distribution isn't right: ${JSON.stringify(rows)}`)
}

async function assertNotified({ owner }: Installation, members: number) {
  const { rows } = await owner.query(
    "select count(*)::integer as mails from outbox where template = 'return-paid'",
  )
  if (rows[0].mails !== members)
    throw new Error(`${rows[0].mails} of ${members} members were notified of what they were paid.`)
}
