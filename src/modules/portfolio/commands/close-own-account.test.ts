import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { getSampleRules, publishTestRules } from '#modules/eligibility/testing.ts'
import { logInMember } from '#modules/identity/commands/log-in-member.ts'
import { resumeSession } from '#modules/identity/commands/resume-session.ts'
import { getMember, listMembers } from '#modules/identity/queries.ts'
import {
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  SAMPLE_PASSWORD,
} from '#modules/identity/testing.ts'
import { findMail, listNotifications } from '#modules/notifications/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { saveWallets } from '#modules/withdrawals/commands/save-wallets.ts'
import { fundMember, TEST_ADDRESS, TEST_BITCOIN } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type ClosingRetention, listClosingEffects } from '../model.ts'
import { listClosingObstacles } from '../queries/closing.ts'
import { closeOwnAccount } from './close-own-account.ts'

let testApp: TestApp
let planId: string
beforeAll(async () => {
  testApp = await createTestApp()
  planId = (await createPublishedPlan(testApp.app)).id
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD
const confirmation = 'close my account'
const codes = async (id: string) =>
  (await listClosingObstacles(testApp.app.db, testApp.app, id)).map(({ code }) => code)

test('The mail says when each kind of record is erased, by the settings and the rules of the country', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: second } = await createTestAdmin(app, { role: 'finance' })
  const rules = { ...getSampleRules('united-kingdom'), retentionYears: 7 }
  await publishTestRules(app, { owner, second }, rules)
  const { member } = await createTestMember(app, {
    country: 'GB',
    phoneNumber: '+44 20 7946 0018',
  })
  await closeOwnAccount(app, member, { password, confirmation })

  const data = (await findMail(app.db, member.email, 'account-closed'))?.data
  expect(data).toMatchObject({
    retention: { messageDays: 365, proofDays: 1826, detailsDays: 7 * 365 + 2 },
  })
  const retention = data?.retention as ClosingRetention | undefined
  if (!retention) throw new Error('the mail has the periods')

  const [atOnce, restricted, later] = listClosingEffects(retention).map(({ text }) => text)
  expect(atOnce).toMatch(/^Your password, login history/)
  expect(restricted).toBe(
    'Your name, email address, phone number and country are retained for 7 years, then erased. ' +
      'Until then only staff who answer authorities can read them, and each view is logged.',
  )
  expect(later).toBe(
    'Emails after 1 year. Proofs of payment, and your details in our checks, after 5 years. Your ' +
      'answers and the warnings you confirmed after 7 years. Identity documents and the details ' +
      'you declared with them after 7 years.',
  )
})

test('Without a verified address name and contact details are erased at once, and the mail says so', () => {
  const retention = { messageDays: 1, proofDays: 1, answerDays: 1, identityDays: 1 }
  const [atOnce, later] = listClosingEffects({ ...retention, detailsDays: null })

  expect(atOnce?.text).toMatch(
    /^Your name, email address, phone number and country\. Your password/,
  )
  expect(later?.label).toBe('Erased later')
})

test('Closing an empty account ends sessions, erases the person and sends a mail', async () => {
  const { app, database } = testApp
  const { member, token } = await createTestMember(app, {
    firstName: 'Leavinia',
    lastName: 'Gonesson',
  })
  await saveWallets(app, member, { bitcoin: TEST_BITCOIN })
  await closeOwnAccount(app, member, { password, confirmation })

  expect(await resumeSession(app, { token })).toBeNull()
  await expect(
    logInMember(app, createTestVisitor(), { email: member.email, password }),
  ).rejects.toMatchObject({
    status: 401,
  })

  const left = await getMember(app.db, member.id)
  expect(left).toMatchObject({
    status: 'closed',
    label: 'Closed account',
    phoneNumber: '',
    country: 'ZZ',
  })

  expect(left.email).toBe(`${member.id}@closed.invalid`)
  expect((await listMembers(app.db)).map(({ id }) => id)).not.toContain(member.id)
  expect(await findMail(app.db, member.email, 'account-closed')).not.toBeNull()
  expect(await listNotifications(app.db, member.id)).toEqual([])

  for (const table of [
    'member',
    'session',
    'wallet',
    'notification',
    'email_change',
    'credential',
  ]) {
    const { rows } = await database.owner.query(`select t::text as row from ${table} t`)
    for (const word of ['Leavinia', 'Gonesson', member.email, TEST_BITCOIN])
      expect(rows.map(({ row }) => row).join('\n'), `${word} in ${table}`).not.toContain(word)
  }

  const { member: again } = await createTestMember(app, { email: member.email })
  expect(again.id).not.toBe(member.id)
})

test('Accrued and due returns prevent closing', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const positionId = await fundMember(app, member.id, { invested: 200_000n, planVersionId: planId })
  const rows = (text: string) => database.owner.query(text)

  await rows(
    `update position set opened_on = opened_on - 10, matures_on = matures_on - 10 where id =
      '${positionId}'`,
  )
  expect(await codes(member.id)).toContain('accrued')

  await rows(
    `update position set opened_on = opened_on - term_days, matures_on = matures_on - term_days
      where id = '${positionId}'`,
  )
  expect(await codes(member.id)).toContain('due')
})

test('The act stays in the record, and what was agreed to with the words that were shown', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await closeOwnAccount(app, member, { password, confirmation })

  const [closed] = await listAuditEvents(app.db, { subjectId: member.id, action: 'member.closed' })
  expect(closed?.actor).toMatchObject({ id: member.id, label: 'The member' })

  const { rows } = await database.owner.query('select document from consent where member_id = $1', [
    member.id,
  ])
  expect(rows).toHaveLength(2)
})

test('With money in it, or something open, it is refused in words that say what, and nothing is changed', async () => {
  const { app } = testApp
  const { member, token } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 50_000n, invested: 200_000n, planVersionId: planId })

  expect(await codes(member.id)).toEqual(['cash', 'principal'])
  await expect(closeOwnAccount(app, member, { password, confirmation })).rejects.toMatchObject({
    code: 'account_in_use',
    status: 409,
    message: expect.stringContaining('$500.00 in cash must be withdrawn first'),
  })

  await requestWithdrawal(app, member, { amount: '500', method: 'USDT', address: TEST_ADDRESS })
  expect(await codes(member.id)).toEqual(['principal', 'held', 'withdrawal'])
  expect((await getMember(app.db, member.id)).status).toBe('active')
  expect(await resumeSession(app, { token })).not.toBeNull()
})

test('An open deposit prevents closing; an expired one does not and cannot be reopened', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const { id } = await quoteDeposit(app, member, { planId, amount: '1500', method: 'USDT' })

  expect(await codes(member.id)).toEqual(['quote'])

  app.clock.advance(31 * 60_000)
  expect(await codes(member.id)).toEqual([])

  const { member: waiting } = await createTestMember(app)
  await createPendingDeposit(app, waiting, { planId, amount: '1500' })

  expect(await codes(waiting.id)).toEqual(['deposit'])

  await closeOwnAccount(app, member, { password, confirmation })
  await expect(
    database.owner.query(
      `update deposit set status = 'pending', submitted_at = $2, arrived_at = $2, late = true,
        credit_rate = 1 where id = $1`,
      [id, app.clock.now()],
    ),
  ).rejects.toThrow('this account is closed')
})

test('The password has to be right and the words typed; otherwise everything stays', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await expect(
    closeOwnAccount(app, member, { password, confirmation: 'yes' }),
  ).rejects.toMatchObject({
    code: 'not_confirmed',
    field: 'confirmation',
  })

  await expect(
    closeOwnAccount(app, member, { password: 'not this', confirmation }),
  ).rejects.toMatchObject({
    code: 'password_wrong',
    field: 'password',
  })

  expect((await getMember(app.db, member.id)).status).toBe('active')
})

test('After five wrong passwords the right one has to wait, too', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)

  for (let attempt = 0; attempt < 5; attempt++)
    await expect(
      closeOwnAccount(app, member, { password: 'not this', confirmation }),
    ).rejects.toMatchObject({ code: 'password_wrong' })

  await expect(closeOwnAccount(app, member, { password, confirmation })).rejects.toMatchObject({
    status: 429,
  })
})

test('The database rejects reopening a closed account', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await closeOwnAccount(app, member, { password, confirmation })

  await expect(
    database.owner.query(`update member set status = 'active', closed_at = null where id = $1`, [
      member.id,
    ]),
  ).rejects.toThrow('a closed account cannot be reopened')

  await expect(
    quoteDeposit(app, member, { planId, amount: '1500', method: 'USDT' }),
  ).rejects.toMatchObject({
    code: 'closed',
  })
})

test('Of closing and asking for a deposit at the same moment one is refused', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const outcomes = await Promise.allSettled([
    quoteDeposit(app, member, { planId, amount: '1500', method: 'USDT' }),
    closeOwnAccount(app, member, { password, confirmation }),
  ])

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
