import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { checkLinks, findChainHead, searchAuditEvents } from '../queries.ts'
import { record } from '../steps/record-audit-event.ts'
import { chainAuditEvents } from './chain-audit-events.ts'

const ruth = { kind: 'admin', id: 'adm_ruth', label: 'Ruth Tanaka' } as const
const noon = new Date('2026-11-20T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const recordTestEvent = (subject: string) =>
  database.db
    .transaction()
    .execute((tx) => record(tx, noon, ruth, 'plan.published', subject, { n: 1n }))

/**
 * Changes a table as the owner of the database can, with the table's triggers disabled. Other roles
 * cannot disable them.
 */
const tamper = async (table: string, statement: string) => {
  await database.owner.query(`alter table ${table} disable trigger user`)
  await database.owner.query(statement)
  await database.owner.query(`alter table ${table} enable trigger user`)
}

test('Two concurrent runs chain each event once, in order and without a gap.', async () => {
  for (const subject of ['pln_1', 'pln_2', 'pln_3']) await recordTestEvent(subject)

  const linked = await Promise.all([chainAuditEvents(database), chainAuditEvents(database)])
  expect(linked[0] + linked[1]).toBe(3)
  expect(await findChainHead(database.db)).toMatchObject({ place: 3n, waiting: 0 })
  expect(await checkLinks(database.db, 0n)).toEqual({ reached: 3n, wrong: null })

  const [newest] = await searchAuditEvents(database.db, {})
  expect(newest).toMatchObject({ place: 3n, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('An event that is not chained yet is listed without a place.', async () => {
  await recordTestEvent('pln_4')
  expect((await searchAuditEvents(database.db, {}))[0]).toMatchObject({
    subjectId: 'pln_4',
    place: null,
  })
  expect(await findChainHead(database.db)).toMatchObject({ place: 3n, waiting: 1 })
  await chainAuditEvents(database)
})

test('The chain cannot be rewritten, and the application role cannot write to it.', async () => {
  for (const rewrite of [
    'update audit_link set hash = hash',
    'delete from audit_link',
    'truncate audit_link',
  ]) {
    await expect(database.owner.query(rewrite)).rejects.toThrow('append-only')
    await expect(database.pool.query(rewrite)).rejects.toThrow('permission denied')
  }

  await expect(database.pool.query('delete from audit_pending')).rejects.toThrow(
    'permission denied',
  )
})

test('A changed, deleted or inserted event is found by its place.', async () => {
  await tamper(
    'audit_event',
    "update audit_event set actor_label = 'Another person' where subject_id = 'pln_2'",
  )
  expect(await checkLinks(database.db, 0n)).toMatchObject({ reached: 1n, wrong: { place: 2n } })

  await tamper(
    'audit_event',
    "update audit_event set actor_label = 'Ruth Tanaka' where subject_id = 'pln_2'",
  )
  expect(await checkLinks(database.db, 0n)).toEqual({ reached: 4n, wrong: null })

  await tamper(
    'audit_event',
    `insert into audit_event (id, at, actor_kind, actor_id, actor_label, action,
       subject_id, details)
     values ('aev_00000000000000000000', now(), 'admin', 'adm_x', 'X', 'plan.published', 'pln_9',
     '{}')`,
  )

  expect((await checkLinks(database.db, 4n)).wrong?.problem).toMatch(/aev_0+ is in no place/)
})
