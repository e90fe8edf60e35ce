import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { PROPOSAL_LIFE_MS } from '#modules/approvals/model.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { proposeCapitalContribution } from '#modules/treasury/commands/propose-capital-contribution.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { chooseStaffNotifications } from './choose-staff-notifications.ts'
import { notifyStaff } from './notify-staff.ts'

let testApp: TestApp
let planId: string
let finance: Admin
let owner: Admin
let support: Admin
let viewer: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  const { app } = testApp
  planId = (await createPublishedPlan(app)).id
  finance = (await createTestAdmin(app, { role: 'finance' })).admin
  owner = (await createTestAdmin(app, { role: 'owner' })).admin
  support = (await createTestAdmin(app, { role: 'support' })).admin
  viewer = (await createTestAdmin(app, { role: 'viewer' })).admin
})
afterAll(() => testApp.close())

beforeEach(async () => {
  await notifyStaff(testApp.app)
  await testApp.database.owner.query('delete from outbox')
})

async function createDeposit() {
  const { member } = await createTestMember(testApp.app)
  await createPendingDeposit(testApp.app, member, { planId, amount: '1500' })
}

const listOwnMail = async ({ email }: Admin) =>
  (await listMail(testApp.app.db, { to: email, template: 'staff-work' })).map(({ data }) => data)

const none = { count: 0, named: [] }

test('The first run mails nothing about work that was there before', async () => {
  const other = await createTestApp()
  const { id } = await createPublishedPlan(other.app)
  const { admin } = await createTestAdmin(other.app, { role: 'finance' })
  const { member } = await createTestMember(other.app)
  await createPendingDeposit(other.app, member, { planId: id, amount: '1500' })

  expect(await notifyStaff(other.app)).toBe(0)
  expect(await listMail(other.app.db, { to: admin.email })).toEqual([])
  await other.close()
})

test('Deposits and withdrawals are mailed together, once, to those who may decide', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 90_000n })
  await requestWithdrawal(app, member, { amount: '100', method: 'USDT', address: TEST_ADDRESS })
  await createDeposit()
  await createDeposit()

  expect(await notifyStaff(app)).toBe(3)
  expect(await notifyStaff(app)).toBe(0)

  const mail = { daily: false, deposits: 2, withdrawals: 1, approvals: none, expiring: none }
  expect(await listOwnMail(finance)).toEqual([mail])
  expect(await listOwnMail(owner)).toEqual([mail])
  expect([await listOwnMail(support), await listOwnMail(viewer)]).toEqual([[], []])
})

test('Two processes that run at the same time mail an item once', async () => {
  await createDeposit()
  await Promise.all([notifyStaff(testApp.app), notifyStaff(testApp.app)])

  expect(await listOwnMail(finance)).toHaveLength(1)
})

test('A proposal is mailed to the other deciders, and again when about to expire', async () => {
  const { app } = testApp
  await proposeCapitalContribution(app, finance, {
    currency: 'USD',
    amount: '100',
    bankReference: 'SEPA 77',
    reason: 'A capital contribution.',
  })
  await notifyStaff(app)

  const named = [{ title: 'Capital', expiresAt: expect.any(Date) }]
  expect(await listOwnMail(owner)).toMatchObject([{ approvals: { count: 1, named } }])
  expect([await listOwnMail(finance), await listOwnMail(support)]).toEqual([[], []])

  const inHours = (hours: number) => ({
    ...app,
    clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() + hours * HOUR_MS) },
  })
  expect(await notifyStaff(inHours(PROPOSAL_LIFE_MS / HOUR_MS - 13))).toBe(0)
  expect(await notifyStaff(inHours(PROPOSAL_LIFE_MS / HOUR_MS - 11))).toBe(1)
  expect(await listOwnMail(owner)).toMatchObject([{ expiring: { count: 1, named } }, {}])
  expect(await listOwnMail(finance)).toEqual([])
})

test('An event that is off or daily is not mailed at once; the mail names no member', async () => {
  const { app } = testApp
  await chooseStaffNotifications(app, finance, { event: 'deposit', delivery: 'off' })
  await chooseStaffNotifications(app, owner, { event: 'deposit', delivery: 'daily' })
  const { admin: another } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await createTestMember(app)
  await createPendingDeposit(app, member, { planId, amount: '1500' })
  await notifyStaff(app)

  expect([await listOwnMail(finance), await listOwnMail(owner)]).toEqual([[], []])
  const mails = await listOwnMail(another)
  expect(mails).toMatchObject([{ deposits: 1 }])
  expect(Object.keys(mails[0] ?? {}).sort()).toEqual([
    'approvals',
    'daily',
    'deposits',
    'expiring',
    'withdrawals',
  ])
})
