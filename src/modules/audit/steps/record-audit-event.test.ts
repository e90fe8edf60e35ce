import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { systemActor } from '../model.ts'
import { listAuditEvents } from '../queries.ts'
import { record } from './record-audit-event.ts'

const ruth = { kind: 'admin', id: 'mem_ruth', label: 'Ruth Okafor' } as const
const noon = new Date('2026-11-20T12:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await database.db.transaction().execute(async (tx) => {
    await record(tx, noon, ruth, 'deposit.confirmed', 'dep_1', { credited: 2_500_00n })
    await record(tx, noon, systemActor, 'deposit.expired', 'dep_2')
  })
})
afterAll(() => database.close())

test('An event has its actor, action, time and exact amounts.', async () => {
  const [event] = await listAuditEvents(database.db, { subjectId: 'dep_1' })
  expect(event).toMatchObject({
    at: noon,
    actor: ruth,
    action: 'deposit.confirmed',
    details: { credited: '250000' },
  })
})

test('Events are found by actor and by the first part of the action, newest first.', async () => {
  expect(
    (await listAuditEvents(database.db, { action: 'deposit' })).map((event) => event.subjectId),
  ).toEqual(['dep_2', 'dep_1'])
  expect(await listAuditEvents(database.db, { actorId: 'system' })).toHaveLength(1)
  expect(await listAuditEvents(database.db, { action: 'dep' })).toEqual([])
})

test('A rolled-back command leaves no event.', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await record(tx, noon, ruth, 'plan.published', 'pln_1')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await listAuditEvents(database.db, { subjectId: 'pln_1' })).toEqual([])
})

test('The log cannot be rewritten, not even by the owner of the table.', async () => {
  for (const rewrite of [
    `update audit_event set actor_label = 'Another person'`,
    'delete from audit_event',
    'truncate audit_event',
  ]) {
    await expect(database.owner.query(rewrite)).rejects.toThrow('append-only')
    await expect(database.pool.query(rewrite)).rejects.toThrow('permission denied')
  }
})
