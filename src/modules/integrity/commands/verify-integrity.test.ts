import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { payCapital } from '#modules/treasury/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findVerification } from '../queries/verifications.ts'
import { STEPS_TO_VERIFY } from '../queries.ts'
import { requestVerification } from './request-verification.ts'
import { verifyIntegrity } from './verify-integrity.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await payCapital(testApp.app, 5_000n)
  await chainJournal(testApp.app)
})
afterAll(() => testApp.close())

async function requestAsFinance() {
  const { admin } = await createTestAdmin(testApp.app, { role: 'finance' })
  return await requestVerification(testApp.app, admin)
}

test('A verification stores every step and stays unchanged after its end.', async () => {
  const { app } = testApp
  const id = await requestAsFinance()
  expect(await verifyIntegrity(app, { id })).toBe(false)

  const done = await findVerification(app.db, id)
  expect(done?.steps).toHaveLength(STEPS_TO_VERIFY)
  expect(done?.steps.flatMap(({ problems }) => problems)).toEqual([])
  expect(done?.finishedAt).toEqual(app.clock.now())

  app.clock.advance(1_000)
  await verifyIntegrity(app, { id })

  expect(await findVerification(app.db, id)).toEqual(done)
})

test('A verification finds a changed row and reports it as blocking.', async () => {
  const { app, database } = testApp
  await database.owner.query('alter table ledger.journal disable trigger user')
  await database.owner.query(`update ledger.journal set reason = 'Something else' where id = 1`)
  await database.owner.query('alter table ledger.journal enable trigger user')

  const id = await requestAsFinance()
  expect(await verifyIntegrity(app, { id })).toBe(true)

  const problems =
    (await findVerification(app.db, id))?.steps.flatMap((step) => step.problems) ?? []
  expect(problems[0]).toMatchObject({ invariant: 5 })
})
