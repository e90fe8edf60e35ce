import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import type { App } from '../app.ts'
import { runInTransaction } from '../db/transaction.ts'
import { withIdempotency } from './idempotency.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const DONE = { status: 200, text: '{}' }

const runCall = (key: string, run: (app: App) => Promise<void>) =>
  withIdempotency(
    testApp.app,
    { actor: 'mem_1', call: 'test', key, inputHash: '0'.repeat(64) },
    async (app) => {
      await run(app)
      return DONE
    },
    () => null,
  )

const writeRow = ({ db }: App, name: string) =>
  runInTransaction(db, async (tx) => {
    await sql`
      insert into rate_limit (name, key, used, counted_at)
      values (${name}, '', 1, now())`.execute(tx)
  })

async function countRows(name: string): Promise<number> {
  const { rows } = await testApp.database.owner.query('select from rate_limit where name = $1', [
    name,
  ])
  return rows.length
}

test('a call that collides is run again as a whole', async () => {
  let runs = 0
  const outcome = await runCall('collides', async (app) => {
    await writeRow(app, 'collided')
    if (++runs === 1) throw Object.assign(new Error('planned'), { code: '40001' })
  })

  expect(outcome).toEqual({ ...DONE, replayed: false })
  expect([runs, await countRows('collided')]).toEqual([2, 1])
})

test('a call that continues after its transaction failed stores nothing', async () => {
  const continueAfterFailure = async (app: App) => {
    await runInTransaction(app.db, async () => {
      await writeRow(app, 'half')
      throw new Error('planned')
    }).catch(() => {})
  }

  await expect(runCall('continues', continueAfterFailure)).rejects.toThrow('does not continue')
  expect(await countRows('half')).toBe(0)

  await runCall('continues', (app) => writeRow(app, 'whole'))
  expect(await countRows('whole')).toBe(1)
})
