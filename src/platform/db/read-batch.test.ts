import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { readBatch, restoreRow, toBatchQuery } from './read-batch.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.close())

type Row = { name: string; cents: bigint; at: Date | null; on: string; n: number }

const rows: RawBuilder<Row> = sql`
  select name, cents::bigint, at::timestamptz, '2026-11-23'::date as on, 7 as n
  from (values ('b', '9223372036854775807', '2026-11-23T10:00:00.123Z'), ('a', '-1', null))
    as row (name, cents, at)
  order by name desc`

test('rows of several queries arrive with their order and their exact types', async () => {
  const read = await readBatch(database.db, {
    rows: toBatchQuery(rows, { cents: 'bigint', at: 'instant' }),
    none: toBatchQuery(sql<{ id: string }>`select 'x' as id where false`, {}),
  })

  expect(read).toEqual({
    rows: [
      {
        name: 'b',
        cents: 9_223_372_036_854_775_807n,
        at: new Date('2026-11-23T10:00:00.123Z'),
        on: '2026-11-23',
        n: 7,
      },
      { name: 'a', cents: -1n, at: null, on: '2026-11-23', n: 7 },
    ],
    none: [],
  })
})

test('a bigint that was not selected as text is refused instead of rounded', () => {
  expect(() => restoreRow<{ cents: bigint }>({ cents: 1 }, { cents: 'bigint' })).toThrow('cents')
})
