import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getFactors } from '../queries/factors.ts'
import { getMember } from '../queries.ts'
import {
  addTestAuthenticator,
  addTestPasskey,
  createTestAdmin,
  createTestMember,
} from '../testing.ts'
import { resetFactor } from './reset-factor.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const reason = 'She rang from the number we know and named her last two deposits.'
const live = () => ({ ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } })

async function memberWithFactors() {
  const { member, sessionId, token } = await createTestMember(testApp.app)
  await addTestAuthenticator(testApp.app, member, sessionId)
  await addTestPasskey(testApp.app, member, sessionId)
  return { member, token }
}
const gone = { authenticatorSince: null, passkeys: [], recoveryCodesLeft: 0 }

test('In the sandbox the reset is immediate: factors, sessions, mail and withdrawal freeze.', async () => {
  const { app } = testApp
  const { member, token } = await memberWithFactors()

  app.clock.advance(2 * 86_400_000)
  expect(
    await resetFactor(app, createStaff('mo', 'support'), { memberId: member.id, reason }),
  ).toBeNull()
  expect(await getFactors(app.db, member.id)).toEqual(gone)
  expect(await resumeSession(app, { token })).toBeNull()

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'reset', reason, frozen: true })

  const until = (await getMember(app.db, member.id)).withdrawalsFrozenUntil
  expect(until?.getTime()).toBe(app.clock.now().getTime() + 86_400_000)
})

test('In live a second admin decides, and nothing changes before.', async () => {
  const app = live()
  const { member } = await memberWithFactors()
  const { admin: ines } = await createTestAdmin(testApp.app, { role: 'finance' })
  const { admin: ruth } = await createTestAdmin(testApp.app)
  const input = { memberId: member.id, reason }
  const proposal = await resetFactor(app, ines, input)

  expect(proposal?.content).toEqual({ memberId: member.id, reason })
  expect((await getFactors(app.db, member.id)).passkeys).toHaveLength(1)
  await expect(resetFactor(app, ruth, input)).rejects.toMatchObject({ code: 'already_proposed' })

  const decision = {
    id: proposal?.id ?? '',
    approve: true,
    contentHash: proposal?.contentHash ?? '',
  }

  await expect(decideProposal(app, ines, decision)).rejects.toMatchObject({ status: 409 })

  const signature = await signAsTestAdmin(testApp, ruth.id, decision.id)
  await decideProposal(app, ruth, { ...decision, signature })
  expect(await getFactors(app.db, member.id)).toEqual(gone)
})

test('A reset needs a permission, a reason and a factor.', async () => {
  const { app } = testApp
  const { member } = await memberWithFactors()
  const { member: without } = await createTestMember(app)
  const support = createStaff('mo', 'support')

  await expect(
    resetFactor(app, createStaff('vi', 'viewer'), { memberId: member.id, reason }),
  ).rejects.toMatchObject({ code: 'role_missing' })
  await expect(
    resetFactor(app, support, { memberId: member.id, reason: ' ' }),
  ).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })

  await expect(resetFactor(app, support, { memberId: without.id, reason })).rejects.toMatchObject({
    code: 'factor_missing',
  })
  await expect(resetFactor(app, support, { memberId: 'mem_none', reason })).rejects.toMatchObject({
    status: 404,
  })
})
