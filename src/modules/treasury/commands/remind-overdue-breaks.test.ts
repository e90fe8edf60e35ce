import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { runJobsNow } from '#platform/jobs.ts'
import { listMailbox } from '#platform/mail.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { jobs } from '../../../worker.ts'
import { BREAK_LIMIT_MS } from '../model.ts'
import { BANK } from '../testing.ts'
import { recordOutsideBalance } from './record-outside-balance.ts'
import { remindOverdueBreaks } from './remind-overdue-breaks.ts'
import { takeBreak } from './take-break.ts'

const DAY_MS = 86_400_000

let house: TestApp
let ines: Admin
let ruth: Admin
let olga: Admin
let breakId: string

beforeAll(async () => {
  house = await testApp()
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
  ruth = (await anAdmin(house.app, { role: 'owner' })).admin
  olga = (await anAdmin(house.app, { role: 'owner' })).admin

  const wrong = { account: BANK, amount: '12.34', evidence: 'statement' }
  breakId = (await recordOutsideBalance(house.app, ines, wrong)).breakId ?? ''
})
afterAll(() => house.close())

const reminded = async () => {
  await remindOverdueBreaks(house.app)
  return (await listMail(house.app.db, { template: 'break-overdue' })).map((mail) => mail.to).sort()
}
const owners = () => [ruth.email, olga.email].sort()

test('before its time is over nobody is reminded', async () => {
  house.app.clock.advance(BREAK_LIMIT_MS - 1)
  expect(await reminded()).toEqual([])
})

test('of one that nobody took every owner of the house is told, once a day however often it runs', async () => {
  house.app.clock.advance(1)
  expect(await reminded()).toEqual(owners())
  expect(await reminded()).toEqual(owners())
  house.app.clock.advance(DAY_MS)
  expect(await reminded()).toEqual([...owners(), ...owners()].sort())
})

test('who has taken it is told in place of them', async () => {
  await takeBreak(house.app, ines, breakId)
  house.app.clock.advance(DAY_MS)
  expect((await reminded()).filter((to) => to === ines.email)).toHaveLength(1)
  expect(await reminded()).toHaveLength(5)
})

test('the mail says account, both figures and the difference', async () => {
  await runJobsNow(
    house.app,
    house.database.pool,
    jobs.filter((job) => !job.pauseMs),
  )

  const [mail] = await listMailbox(house.app.db, ines.email)
  expect(mail?.subject).toBe('[Sandbox] A difference in custody:bank:USD is overdue')

  const words = JSON.stringify(mail)
  for (const said of ['12.34 USD', '0.00 USD', breakId, 'You have taken it'])
    expect(words).toContain(said)
})

test('one that was resolved is left alone', async () => {
  house.app.clock.advance(DAY_MS)
  await recordOutsideBalance(house.app, ines, { account: BANK, amount: '0', evidence: 'statement' })
  expect(await reminded()).toHaveLength(5)
})
