import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { runJobsNow } from '#platform/jobs/jobs.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { jobs } from '../jobs.ts'
import { listCustody } from '../queries.ts'
import { BANK, payCapital } from '../testing.ts'
import { requestOutsideBalances } from './request-outside-balances.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Finance requests a fetch of all balances, with an audit event', async () => {
  const { app, database } = testApp
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  const { admin: support } = await createTestAdmin(app, { role: 'support' })

  await payCapital(app, 5_000n)
  await expect(requestOutsideBalances(app, support)).rejects.toMatchObject({ code: 'role_missing' })

  await requestOutsideBalances(app, finance)
  await runJobsNow(app, database.pool, jobs)

  const bank = (await listCustody(app.db)).find(({ account }) => account === BANK)
  expect(bank).toMatchObject({ state: 'agrees', outside: { source: 'fetched' } })
  expect((await listAuditEvents(app.db, { action: 'outside-balance' }))[0]).toMatchObject({
    actor: { id: finance.id },
  })
})
