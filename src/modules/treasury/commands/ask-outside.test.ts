import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { runJobsNow } from '#platform/jobs.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { jobs } from '../jobs.ts'
import { listCustody } from '../queries.ts'
import { BANK, payIn } from '../testing.ts'
import { askOutside } from './ask-outside.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Finance has outside asked at once what is held, and the record says who did', async () => {
  const { app, database } = house
  const { admin: finance } = await anAdmin(app, { role: 'finance' })
  const { admin: support } = await anAdmin(app, { role: 'support' })

  await payIn(app, 5_000n)
  await expect(askOutside(app, support)).rejects.toMatchObject({ code: 'role_missing' })

  await askOutside(app, finance)
  await runJobsNow(app, database.pool, jobs)

  const bank = (await listCustody(app.db)).find(({ account }) => account === BANK)
  expect(bank).toMatchObject({ state: 'agrees', outside: { source: 'fetched' } })
  expect((await listActs(app.db, { action: 'outside' }))[0]).toMatchObject({
    actor: { id: finance.id },
  })
})
