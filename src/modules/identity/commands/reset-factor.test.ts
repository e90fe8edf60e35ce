import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { factorsOf } from '../queries/factors.ts'
import { getMember } from '../queries.ts'
import { aMember, anAdmin, withAuthenticator, withPasskey } from '../testing.ts'
import { resetFactor } from './reset-factor.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const reason = 'She rang from the number we know and told us her last two deposits.'
const live = () => ({ ...house.app, config: { ...house.app.config, MODE: 'live' as const } })

async function memberWithFactors() {
  const { member, sessionId, token } = await aMember(house.app)
  await withAuthenticator(house.app, member, sessionId)
  await withPasskey(house.app, member, sessionId)
  return { member, token }
}
const gone = { authenticatorSince: null, passkeys: [], recoveryCodesLeft: 0 }

test('In the sandbox it happens at once: factors go, sessions end, the member is mailed and withdrawals rest', async () => {
  const { app } = house
  const { member, token } = await memberWithFactors()

  app.clock.advance(2 * 86_400_000)
  expect(await resetFactor(app, staff('mo', 'support'), { memberId: member.id, reason })).toBeNull()
  expect(await factorsOf(app.db, member.id)).toEqual(gone)
  expect(await resumeSession(app, { token })).toBeNull()

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'reset', reason, frozen: true })

  const until = (await getMember(app.db, member.id)).withdrawalsFrozenUntil
  expect(until?.getTime()).toBe(app.clock.now().getTime() + 86_400_000)
})

test('With real money a second admin decides, and until then nothing changes', async () => {
  const app = live()
  const { member } = await memberWithFactors()
  const { admin: ines } = await anAdmin(house.app, { role: 'finance' })
  const { admin: ruth } = await anAdmin(house.app)
  const input = { memberId: member.id, reason }
  const proposal = await resetFactor(app, ines, input)

  expect(proposal?.content).toEqual({ memberId: member.id, reason })
  expect((await factorsOf(app.db, member.id)).passkeys).toHaveLength(1)
  await expect(resetFactor(app, ruth, input)).rejects.toMatchObject({ code: 'already_proposed' })

  const decision = {
    id: proposal?.id ?? '',
    approve: true,
    contentHash: proposal?.contentHash ?? '',
  }

  await expect(decideProposal(app, ines, decision)).rejects.toMatchObject({ status: 409 })

  await decideProposal(app, ruth, decision)
  expect(await factorsOf(app.db, member.id)).toEqual(gone)
})

test('A viewer may not, a reason is needed, and there has to be something to reset', async () => {
  const { app } = house
  const { member } = await memberWithFactors()
  const { member: without } = await aMember(app)
  const support = staff('mo', 'support')

  await expect(
    resetFactor(app, staff('vi', 'viewer'), { memberId: member.id, reason }),
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
