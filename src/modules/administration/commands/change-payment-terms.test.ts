import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findTerms } from '#modules/settings/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { changePaymentTerms } from './change-payment-terms.ts'

const ruth = { kind: 'admin', id: 'adm_ruth', label: 'Ruth Tanaka', role: 'owner' } as const
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const terms = { quoteMinutes: 30, withdrawalFee: 250n, minWithdrawal: 1_500n }

test('Changing terms records old and new ones; a stale version changes nothing.', async () => {
  const { app } = testApp
  await changePaymentTerms(app, ruth, { method: 'USDT', terms, version: '' })

  expect((await findTerms(app.db, 'USDT', app.clock.now())).terms).toEqual(terms)

  const [event] = await listAuditEvents(app.db, { subjectId: 'setting:method.USDT' })
  expect(event?.details).toMatchObject({
    before: { withdrawalFee: '300' },
    after: { withdrawalFee: '250' },
  })

  await expect(
    changePaymentTerms(app, ruth, { method: 'USDT', terms, version: '' }),
  ).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })

  const free = { ...terms, quoteMinutes: 0 }
  await expect(
    changePaymentTerms(app, ruth, { method: 'BITCOIN', terms: free, version: '' }),
  ).rejects.toMatchObject({ code: 'invalid_setting', field: 'quoteMinutes' })
  await expect(
    changePaymentTerms(
      app,
      { ...ruth, role: 'finance' },
      { method: 'BITCOIN', terms, version: '' },
    ),
  ).rejects.toMatchObject({ code: 'role_missing' })
})
