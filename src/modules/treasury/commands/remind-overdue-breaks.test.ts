import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { runJobsNow } from '#platform/jobs/jobs.ts'
import { listMailbox } from '#platform/mail/mailbox.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { jobs } from '../../../worker.ts'
import { BREAK_LIMIT_MS } from '../model.ts'
import { BANK } from '../testing.ts'
import { recordOutsideBalance } from './record-outside-balance.ts'
import { remindOverdueBreaks } from './remind-overdue-breaks.ts'
import { takeBreak } from './take-break.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let olga: Admin
let breakId: string

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  olga = (await createTestAdmin(testApp.app, { role: 'owner' })).admin

  const wrong = { account: BANK, amount: '12.34', evidence: 'statement' }
  breakId = (await recordOutsideBalance(testApp.app, ines, wrong)).breakId ?? ''
})
afterAll(() => testApp.close())

const remindAndListRecipients = async () => {
  await remindOverdueBreaks(testApp.app)
  return (await listMail(testApp.app.db, { template: 'break-overdue' }))
    .map((mail) => mail.to)
    .sort()
}
const owners = () => [ruth.email, olga.email].sort()

test('no reminder is sent before a break is overdue', async () => {
  testApp.app.clock.advance(BREAK_LIMIT_MS - 1)
  expect(await remindAndListRecipients()).toEqual([])
})

test('every owner is reminded once a day of a break that no admin has taken', async () => {
  testApp.app.clock.advance(1)
  expect(await remindAndListRecipients()).toEqual(owners())
  expect(await remindAndListRecipients()).toEqual(owners())
  testApp.app.clock.advance(DAY_MS)
  expect(await remindAndListRecipients()).toEqual([...owners(), ...owners()].sort())
})

test('only the admin who took a break is reminded', async () => {
  await takeBreak(testApp.app, ines, breakId)
  testApp.app.clock.advance(DAY_MS)
  expect((await remindAndListRecipients()).filter((to) => to === ines.email)).toHaveLength(1)
  expect(await remindAndListRecipients()).toHaveLength(5)
})

test('the mail has the account, both balances and the difference', async () => {
  await runJobsNow(
    testApp.app,
    testApp.database.pool,
    jobs.filter((job) => !job.pauseMs),
  )

  const [mail] = await listMailbox(testApp.app.db, ines.email)
  expect(mail?.subject).toBe('[Sandbox] Overdue reconciliation break: custody:bank:USD')

  const mailText = JSON.stringify(mail)
  for (const expected of ['12.34 USD', '0.00 USD', breakId, 'This break is assigned to you.'])
    expect(mailText).toContain(expected)
})

test('no reminder is sent for a resolved break', async () => {
  testApp.app.clock.advance(DAY_MS)
  await recordOutsideBalance(testApp.app, ines, {
    account: BANK,
    amount: '0',
    evidence: 'statement',
  })
  expect(await remindAndListRecipients()).toHaveLength(5)
})
