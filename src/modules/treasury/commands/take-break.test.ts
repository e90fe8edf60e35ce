import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { BANK } from '../testing.ts'
import { recordOutsideBalance } from './record-outside-balance.ts'
import { takeBreak } from './take-break.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let breakId: string

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  breakId = (await enter('0.01')).breakId ?? ''
})
afterAll(() => testApp.close())

const enter = (amount: string) => {
  testApp.app.clock.advance(1_000)
  return recordOutsideBalance(testApp.app, ines, { account: BANK, amount, evidence: 'statement' })
}
const listTakenEvents = async () =>
  (await listAuditEvents(testApp.app.db, { subjectId: breakId, action: 'break.taken' })).map(
    (event) => [event.actor.id, event.details.from],
  )

test('taking a break makes the admin its owner; taking it again changes nothing', async () => {
  const taken = await takeBreak(testApp.app, ines, breakId)
  expect(taken).toMatchObject({
    ownerId: ines.id,
    takenAt: testApp.app.clock.now(),
    resolvedAt: null,
  })

  testApp.app.clock.advance(60_000)
  expect(await takeBreak(testApp.app, ines, breakId)).toEqual(taken)
  expect(await listTakenEvents()).toEqual([[ines.id, null]])
})

test('another admin takes over a break, and the audit event names the previous one', async () => {
  expect(await takeBreak(testApp.app, ruth, breakId)).toMatchObject({ ownerId: ruth.id })
  expect(await listTakenEvents()).toEqual([
    [ruth.id, ines.id],
    [ines.id, null],
  ])
})

test('taking a break concurrently leaves one owner and an audit event for each admin', async () => {
  const others = await Promise.all(
    [1, 2, 3].map(() => createTestAdmin(testApp.app, { role: 'finance' })),
  )
  const taken = await Promise.all(others.map(({ admin }) => takeBreak(testApp.app, admin, breakId)))
  const ids = others.map(({ admin }) => admin.id)

  expect(taken.map(({ ownerId }) => ownerId)).toEqual(ids)
  expect(
    (await listTakenEvents())
      .slice(0, 3)
      .map(([by]) => by)
      .sort(),
  ).toEqual([...ids].sort())
})

test('unknown breaks, resolved breaks and admins without permission are rejected', async () => {
  const { admin: viewer } = await createTestAdmin(testApp.app, { role: 'viewer' })
  await expect(takeBreak(testApp.app, viewer, breakId)).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(takeBreak(testApp.app, ines, 'brk_none')).rejects.toMatchObject({ status: 404 })

  await enter('0')
  await expect(takeBreak(testApp.app, ines, breakId)).rejects.toMatchObject({
    code: 'break_resolved',
    status: 409,
  })
})
