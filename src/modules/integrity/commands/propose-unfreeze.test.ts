import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { proposeUnfreeze } from './propose-unfreeze.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const reason = 'The row was restored from the anchor of yesterday.'

test('An owner proposes to unfreeze once, with a reason, while the ledger is frozen.', async () => {
  const { admin: ruth } = await createTestAdmin(testApp.app, { role: 'owner' })
  const { admin: ines } = await createTestAdmin(testApp.app, { role: 'finance' })

  await expect(proposeUnfreeze(testApp.app, ruth, { reason })).rejects.toMatchObject({
    code: 'not_frozen',
  })

  await sql`select ledger.freeze_ledger('a balance differs', ${testApp.app.clock.now()})`.execute(
    testApp.app.db,
  )
  await expect(proposeUnfreeze(testApp.app, ines, { reason })).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(proposeUnfreeze(testApp.app, ruth, { reason: 'oops' })).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })

  const proposal = await proposeUnfreeze(testApp.app, ruth, { reason })
  expect(proposal).toMatchObject({
    permission: 'ledger.unfreeze',
    content: { because: 'a balance differs', reason },
  })

  await expect(proposeUnfreeze(testApp.app, ruth, { reason })).rejects.toMatchObject({
    code: 'already_proposed',
  })
})
