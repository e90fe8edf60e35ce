import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { approveTestLoosening } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { setPause } from './set-pause.ts'

const ruth = { kind: 'admin', id: 'adm_ruth', label: 'Ruth Tanaka', role: 'owner' } as const
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A new reason does not change the start of a pause; resuming ends the pause.', async () => {
  const { app } = testApp
  const pauses = () => getSetting(app.db, app.config, 'pauses')
  const began = app.clock.now().toISOString()

  await setPause(app, ruth, { what: 'deposits', reason: ' The bank is moving. ' })
  app.clock.advance(60_000)
  await setPause(app, ruth, { what: 'deposits', reason: 'The bank has moved.' })

  expect((await pauses()).deposits).toEqual({ reason: 'The bank has moved.', since: began })
  expect((await pauses()).withdrawals).toBeNull()

  const proposal = await setPause(app, ruth, { what: 'deposits', reason: null })
  expect((await pauses()).deposits, 'another admin has to approve it').not.toBeNull()

  await approveTestLoosening(app, proposal as Proposal)
  expect((await pauses()).deposits).toBeNull()
  expect(await listAuditEvents(app.db, { subjectId: 'setting:pauses.deposits' })).toHaveLength(3)
})

test('A pause requires a reason and an owner.', async () => {
  const { app } = testApp
  const pause = (role: 'owner' | 'finance', reason: string) =>
    setPause(app, { ...ruth, role }, { what: 'signUps', reason })
  await expect(pause('owner', ' ')).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })
  await expect(pause('finance', 'A reason.')).rejects.toMatchObject({ code: 'role_missing' })
})
