import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { openLog } from '../monitoring/log.ts'
import { openDb } from './db.ts'
import { describeStatement, logSlowStatements } from './slow-statements.ts'

afterEach(() => {
  vi.useRealTimers()
})

function captureLog() {
  const lines: { ms: number; statement: string; omitted?: number; msg: string }[] = []
  const log = openLog('warn', { write: (line) => lines.push(JSON.parse(line)) })
  return { log, lines }
}

test('A statement is described without its values, on one line of bounded length', () => {
  expect(
    describeStatement(`select $1, t1.c2, "x9"
      from member where email = 'maya@example.com' and name = 'O''Brien' limit 50 offset 1.5`),
  ).toBe('select $1, t1.c2, "x9" from member where email = ? and name = ? limit ? offset ?')
  expect(describeStatement('x'.repeat(9_000))).toHaveLength(501)
})

test('Slow statements of a real database are logged without parameters', async () => {
  const database = await testDatabase()
  const { log, lines } = captureLog()
  const { db } = openDb({
    url: database.ownerUrl,
    poolSize: 2,
    lockTimeoutMs: 1_000,
    statementTimeoutMs: 5_000,
    onStatement: logSlowStatements(log, 200),
  })

  try {
    await sql`select pg_sleep(0.25), ${'maya@example.com'}::text as email`.execute(db)
    await expect(
      sql`select pg_sleep(0.25), ${'maya@example.com'}::int as failing`.execute(db),
    ).rejects.toThrow()

    // a stalled machine makes any statement slow
    const slept = lines.filter(({ ms, statement }) => ms >= 250 && statement.includes('::text'))
    expect(slept).toMatchObject([
      { statement: 'select pg_sleep(?), $1::text as email', msg: 'a statement is slow' },
    ])
    expect(JSON.stringify(lines)).not.toContain('maya')
    expect(slept[0]?.ms).toBeGreaterThanOrEqual(200)
  } finally {
    await db.destroy()
    await database.close()
  }
})

test('Twenty lines a minute are logged, and the next line counts those left out', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { log, lines } = captureLog()
  const report = logSlowStatements(log, 100)

  for (let at = 0; at < 25; at += 1) report?.('select 1', 150)
  expect(lines).toHaveLength(20)

  vi.advanceTimersByTime(60_000)
  report?.('select 1', 99)
  report?.('select 1', 100)
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)?.omitted).toBe(5)
})

test('A threshold of 0 logs nothing', () => {
  expect(logSlowStatements(captureLog().log, 0)).toBeUndefined()
})
