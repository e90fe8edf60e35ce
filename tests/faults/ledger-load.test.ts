import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import {
  count,
  describeProblems,
  hammer,
  type LoadResult,
  ledgerUnderLoad,
} from '../support/ledger-load.ts'
import { pickScale } from '../support/scale.ts'

let database: TestDatabase
let result: LoadResult
let problems: string

beforeAll(
  async () => {
    database = await ledgerUnderLoad()
    result = await hammer(database.db, { seconds: pickScale(4, 120) })
    problems = await describeProblems(database)
  },
  pickScale(180_000, 900_000),
)
afterAll(async () => database.close())

test('under load and chaining, the ledger and the chain stay as they were written', () => {
  expect(problems).toBe('')
})

test('under load no client waits for another, and only what is not covered is refused', () => {
  expect(Object.keys(result.codes)).toEqual(['insufficient_funds'])
  expect(result.codes.insufficient_funds).toBeGreaterThan(20)
})

test('each acknowledged row is there once, and chained without a gap', async () => {
  console.log(`  ${result.acknowledged.length} rows acknowledged`)
  expect(
    await count(database, 'ledger.journal where idempotency_key = any($1)', [result.acknowledged]),
  ).toBe(result.acknowledged.length)
  expect(await count(database, 'ledger.chained_journal')).toBe(result.acknowledged.length)

  const { rows } = await database.owner.query(
    'select max(last_seq) as last from ledger.chain_block',
  )
  expect(Number(rows[0].last)).toBe(result.acknowledged.length)
})

test('the load was sufficient: rows were chained in another order than numbered', async () => {
  const reordered = await count(
    database,
    '(select first_id, lag(last_id) over (order by first_seq) as before from ' +
      'ledger.chain_run) r where first_id < before',
  )

  expect(reordered).toBeGreaterThan(3)
})

test(
  'the balance at any journal number equals the plain sum of the rows up to it',
  async () => {
    const points = pickScale(150, 300)
    const { rows } = await database.owner.query(
      `with point as materialized (select a.id, (random() * (select max(last_seq) from
        ledger.chain_block))::bigint as seq
       from ledger.account a where account_type <> 'member_profit' order by random() + $1 limit $2)
     select count(*) from point where ledger.balance_at_seq(id, seq) <> (
       select coalesce(sum(case when credit = point.id then amount else -amount end), 0)
       from ledger.chained_journal j where j.seq <= point.seq and point.id in (debit, credit))`,
      [randomInt(1000), points],
    )

    expect(Number(rows[0].count)).toBe(0)
  },
  pickScale(120_000, 600_000),
)
