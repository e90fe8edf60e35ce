import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin } from '#modules/identity/testing.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { payIn } from '#modules/treasury/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { findVerification } from '../queries/verifications.ts'
import { STEPS_TO_VERIFY } from '../queries.ts'
import { requestVerification } from './request-verification.ts'
import { verifyBooks } from './verify-books.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await payIn(house.app, 5_000n)
  await sealJournal(house.app)
})
afterAll(() => house.close())

async function asked() {
  const { admin } = await anAdmin(house.app, { role: 'finance' })
  return await requestVerification(house.app, admin)
}

test('Everything is read step by step, each with what was wrong, and a finished reading stays as it is', async () => {
  const { app } = house
  const id = await asked()
  expect(await verifyBooks(app, { id })).toBe(false)

  const done = await findVerification(app.db, id)
  expect(done?.steps).toHaveLength(STEPS_TO_VERIFY)
  expect(done?.steps.flatMap(({ problems }) => problems)).toEqual([])
  expect(done?.finishedAt).toEqual(app.clock.now())

  app.clock.advance(1_000)
  await verifyBooks(app, { id })

  expect(await findVerification(app.db, id)).toEqual(done)
})

test('A row that was changed behind our back is found, and stops money', async () => {
  const { app, database } = house
  await database.owner.query('alter table ledger.journal disable trigger user')
  await database.owner.query(`update ledger.journal set reason = 'Something else' where entry = 1`)
  await database.owner.query('alter table ledger.journal enable trigger user')

  const id = await asked()
  expect(await verifyBooks(app, { id })).toBe(true)

  const problems =
    (await findVerification(app.db, id))?.steps.flatMap((step) => step.problems) ?? []
  expect(problems[0]).toMatchObject({ invariant: 5 })
})
