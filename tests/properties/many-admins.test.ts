import { afterAll, describe, expect, test } from 'vitest'
import { everyCall } from '../support/every-call.ts'
import { type Counts, generateSequence, runOrReport } from '../support/many-admins/sequences.ts'
import { STAFF_CALLS } from '../support/many-admins/staff-calls.ts'
import { MATTERS } from '../support/many-admins/statements.ts'
import { UNGUARDED } from '../support/many-admins/unguarded.ts'
import { type Cast, openWorld, type World } from '../support/many-admins/world.ts'
import { DEEP, pickScale, SEED, STEPS } from '../support/scale.ts'

const SECONDS = 4
/** So many sequences a deep run takes at least; `STEPS` sets another number. */
const SEQUENCES = process.env.STEPS === undefined ? 5_000 : STEPS
const MIN_SEQUENCES = 6
const STEPS_A_SEQUENCE = 24
/** The rows of so many sequences make a database slow: then a new one follows. */
const SEQUENCES_A_WORLD = 60
const SHRINKING_MS = pickScale(20_000, 600_000)
const PROGRESS_EVERY = 100

const CASTS: readonly Cast[] = [
  { mode: 'sandbox', rogues: 1 },
  { mode: 'live', rogues: 1 },
  { mode: 'live', rogues: 2 },
]

const open: Partial<Record<Cast['mode'], World & { used: number }>> = {}

/** The installation of a mode, renewed after its share of sequences. */
async function getWorld(mode: Cast['mode']): Promise<World> {
  let world = open[mode]
  if (world && world.used >= SEQUENCES_A_WORLD) {
    await world.server.close()
    world = undefined
  }
  world ??= Object.assign(await openWorld(mode), { used: 0 })
  world.used++
  open[mode] = world
  return world
}
afterAll(async () => {
  for (const world of Object.values(open)) await world.server.close()
})

describe('everything that staff may do is tried', () => {
  test('each call of the staff that changes something is among the steps', () => {
    const calls = everyCall()
      .filter(({ method, meta }) => Array.isArray(meta.who) && method !== 'GET')
      .map(({ method, path }) => `${method} /api${path}`)
    const how =
      'list it in STAFF_CALLS of tests/support/many-admins/staff-calls.ts, with a request that goes far'

    expect(
      calls.filter((call) => !(call in STAFF_CALLS)),
      how,
    ).toEqual([])
    expect(Object.keys(STAFF_CALLS).filter((call) => !calls.includes(call))).toEqual([])
  })

  test('each table and function that the application may change something by is among the steps, or needs no second admin', async () => {
    const world = await getWorld('sandbox')
    const { rows } = await world.server.database.owner.query<{ name: string }>(WRITABLE)
    const known = new Set([
      ...Object.values(MATTERS).flatMap(({ guards }) => guards),
      ...Object.values(UNGUARDED).flat(),
      'approvals.propose',
      'approvals.decide',
    ])
    const names = rows.map(({ name }) => name)
    const how =
      'add a matter to MATTERS of tests/support/many-admins/statements.ts, or the name with the ' +
      'reason to UNGUARDED of tests/support/many-admins/unguarded.ts'

    expect(
      names.filter((name) => !known.has(name)),
      how,
    ).toEqual([])
    expect([...known].filter((name) => !names.includes(name))).toEqual([])
  })
})

/** The tables that the application's role may change, and the functions it may run that change something. */
const WRITABLE = `
  select distinct case when table_schema = 'public' then table_name else table_schema || '.' || table_name end as name
  from (
    select table_schema, table_name from information_schema.table_privileges
      where grantee = 'candor_app' and privilege_type in ('INSERT', 'UPDATE', 'DELETE')
    union select table_schema, table_name from information_schema.column_privileges
      where grantee = 'candor_app' and privilege_type in ('INSERT', 'UPDATE')) t
  where table_schema <> 'pgboss'
  union
  select case when n.nspname = 'public' then p.proname else n.nspname || '.' || p.proname end
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'ledger', 'approvals') and p.provolatile = 'v'
    and p.prorettype <> 'trigger'::regtype and has_function_privilege('candor_app', p.oid, 'execute')
  order by 1`

test(
  'no sequence of steps of one admin, or of two of whom one is new, does what takes two',
  async () => {
    const first = SEED ?? Math.floor(Math.random() * 2 ** 31)
    const begun = performance.now()
    const counts: Counts = new Map()
    let sequences = 0
    const isOver = () =>
      sequences >= MIN_SEQUENCES &&
      (DEEP ? sequences >= SEQUENCES : performance.now() > begun + SECONDS * 1000)
    const report = () =>
      `  many admins: ${sequences} sequences of ${STEPS_A_SEQUENCE} steps, SEED=${first}, ` +
      `${Math.round((performance.now() - begun) / 1000)} s`

    for (; !isOver(); sequences++) {
      const cast = CASTS[(first + sequences) % CASTS.length] as Cast
      const seed = first + sequences
      const steps = generateSequence(seed, STEPS_A_SEQUENCE, cast)
      await runOrReport(await getWorld(cast.mode), { cast, seed, steps, counts, ms: SHRINKING_MS })
      if (DEEP && sequences % PROGRESS_EVERY === PROGRESS_EVERY - 1) console.log(report())
    }

    const outcomes = [...counts.values()].flatMap((one) => [...one])
    const done = outcomes.reduce(
      (all, [outcome, times]) => all + (outcome === 'done' ? times : 0),
      0,
    )
    console.log(`${report()}; ${done} steps went through`)
    if (process.env.OUTCOMES) console.log(formatCounts(counts))
    expect(done).toBeGreaterThan(sequences)
  },
  pickScale(240_000, 48 * 3_600_000),
)

describe('a guard that is missing is noticed (control)', () => {
  type Control = { cast: Cast; instead: string; kinds: string[]; noticed: RegExp }
  const CONTROLS: [missing: string, Control][] = [
    [
      'the sum of withdrawals in SQL',
      {
        cast: { mode: 'sandbox', rogues: 1 },
        instead: `create or replace function public.require_second_admin() returns trigger
          language plpgsql as $$ begin return new; end $$`,
        kinds: ['a mule requests a withdrawal', 'SQL withdrawal'],
        noticed: /withdrawals of mem_\w+ were approved within 24 hours by one admin/,
      },
    ],
    [
      'the wait of a new decider in SQL',
      {
        cast: { mode: 'live', rogues: 2 },
        instead: `create or replace function approvals.may_decide(staff_id text, at timestamptz)
          returns boolean language sql as $$ select true $$`,
        kinds: ['SQL posting', 'SQL decide', 'SQL money role'],
        noticed: /was approved by adm_\w+, who proposed it or is new/,
      },
    ],
    [
      'the second admin of a source of addresses in SQL',
      {
        cast: { mode: 'live', rogues: 1 },
        instead: `create or replace function public.check_address_source() returns trigger
          language plpgsql as $$ begin return new; end $$`,
        kinds: ['SQL address source'],
        noticed: /members are to pay to .* by one admin, or at once/,
      },
    ],
  ]

  test.each(CONTROLS)(
    '%s',
    async (_missing, { cast, instead, kinds, noticed }) => {
      const world = await openWorld(cast.mode)
      await world.server.database.owner.query(instead)

      let report = ''
      for (let seed = 1; seed <= 8 && report === ''; seed++) {
        const steps = generateSequence(seed, STEPS_A_SEQUENCE, cast, kinds)
        report = await runOrReport(world, { cast, seed, steps, counts: new Map(), ms: 3_000 }).then(
          () => '',
          (error) => String(error.message),
        )
      }

      await world.server.close()
      expect(report).toMatch(/SEED=\d .* does after \d+ steps what needs two, and by \d+ of them/)
      expect(report).toMatch(noticed)
    },
    180_000,
  )
})

const formatCounts = (counts: Counts) =>
  [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([what, outcomes]) => {
      const lines = [...outcomes].sort(([, one], [, other]) => other - one)
      return [`  ${what}`, ...lines.map(([outcome, times]) => `    ${times} × ${outcome}`)].join(
        '\n',
      )
    })
    .join('\n')
