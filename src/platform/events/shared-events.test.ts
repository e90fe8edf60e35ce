import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { createSharedEvents } from './shared-events.ts'

const PATIENCE_MS = 30_000
let database: TestDatabase
let processes: ReturnType<typeof createSharedEvents>[]
beforeAll(async () => {
  database = await testDatabase()
  processes = [1, 2].map(() => createSharedEvents(database.ownerUrl, database.pool))
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()))
  await database.close()
})

const listening = async () => {
  const { rows } = await database.owner.query(
    'select pid from pg_stat_activity where datname = current_database() and ' +
      "application_name = 'candor events' and query like 'listen%'",
  )
  return rows.map(({ pid }) => Number(pid))
}

test('What one process publishes is heard once in each, also after a lost connection', async () => {
  const heard: string[] = []
  processes.forEach((one, n) => {
    one.subscribe('member:mem_1', (topic) => heard.push(`${n} ${topic}`))
  })
  await vi.waitFor(async () => expect(await listening()).toHaveLength(2), PATIENCE_MS)
  processes[0]?.publish('member:mem_1', 'deposits')
  processes[0]?.publish('member:mem_2', 'deposits')
  await vi.waitFor(() => expect(heard).toHaveLength(2), PATIENCE_MS)

  expect(heard.sort()).toEqual(['0 deposits', '1 deposits'])

  const lost = await listening()
  for (const pid of lost) await database.owner.query('select pg_terminate_backend($1)', [pid])

  await vi.waitFor(async () => {
    const now = await listening()
    expect(now.filter((pid) => !lost.includes(pid))).toHaveLength(2)
  }, PATIENCE_MS)
  // events may have been missed: each screen reads again
  await vi.waitFor(
    () => expect(heard.slice(2).sort()).toEqual(['0 reconnected', '1 reconnected']),
    PATIENCE_MS,
  )
  heard.splice(2)
  processes[1]?.publish('member:mem_1', 'notifications')
  // what comes back to its own teller would come before the other's last word
  for (const n of [0, 1]) processes[n]?.publish('member:mem_1', `end of ${n}`)

  await vi.waitFor(
    () => expect(heard).toEqual(expect.arrayContaining(['0 end of 1', '1 end of 0'])),
    PATIENCE_MS,
  )

  expect(heard.filter((line) => !line.includes('end')).sort()).toEqual([
    '0 deposits',
    '0 notifications',
    '1 deposits',
    '1 notifications',
  ])
})
