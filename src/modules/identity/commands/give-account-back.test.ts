import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { RESET_FREEZE_MS } from '../model.ts'
import { listSessions } from '../queries/factors.ts'
import { getMember } from '../queries.ts'
import { openSession } from '../steps/open-session.ts'
import { restoreAccess } from '../steps/restore-access.ts'
import {
  createDisputedMember,
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  readMailedToken,
} from '../testing.ts'
import { giveAccountBack } from './give-account-back.ts'
import { logInMember } from './log-in-member.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const reason = 'She visited us with her passport.'
const password = 'violet ladder nine harbours'

test('A disputed account is restored to its member at their address, with a day’s freeze.', async () => {
  const { app } = testApp
  const { member, thief } = await createDisputedMember(app)
  const email = 'her.other.one@example.com'

  await giveAccountBack(app, createStaff('mo', 'support'), { memberId: member.id, email, reason })
  await requestReset(app, createTestVisitor(), { email: thief })

  expect(await listMail(app.db, { to: thief, template: 'reset-password' })).toEqual([])

  const token = await readMailedToken(app, email, 'withdrawals-frozen')
  await resetPassword(app, createTestVisitor(), { token, password })
  await logInMember(app, createTestVisitor(), { email, password })

  const frozenUntil = (await getMember(app.db, member.id)).withdrawalsFrozenUntil
  expect(frozenUntil?.getTime()).toBe(app.clock.now().getTime() + RESET_FREEZE_MS)

  const again = giveAccountBack(app, createStaff('mo', 'support'), {
    memberId: member.id,
    email,
    reason,
  })
  await expect(again).rejects.toMatchObject({ code: 'not_disputed' })
})

test('In live a second admin approves the exact address; nothing is mailed before.', async () => {
  const { app } = testApp
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  const [{ admin: ines }, { admin: ruth }] = [
    await createTestAdmin(app, { role: 'finance' }),
    await createTestAdmin(app),
  ]
  const { member } = await createDisputedMember(app)
  const email = 'his.other.one@example.com'
  const proposal = await giveAccountBack(live, ines, { memberId: member.id, email, reason })

  expect(proposal?.content).toEqual({ memberId: member.id, email, reason })
  expect(await listMail(app.db, { to: email })).toEqual([])

  const decision = {
    id: proposal?.id ?? '',
    approve: true,
    contentHash: proposal?.contentHash ?? '',
  }
  await expect(decideProposal(live, ines, decision)).rejects.toMatchObject({ code: 'second_admin' })

  const signature = await signAsTestAdmin(testApp, ruth.id, decision.id)
  await decideProposal(live, ruth, { ...decision, signature })
  expect((await getMember(app.db, member.id)).email).toBe(email)
  expect(await listMail(app.db, { to: email, template: 'withdrawals-frozen' })).toHaveLength(1)
})

test('An undisputed account’s address stays; a verified address is never reassigned.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const support = createStaff('mo', 'support')
  const wish = { memberId: member.id, email: 'mine.now@example.com', reason }

  await expect(giveAccountBack(app, support, wish)).rejects.toMatchObject({ code: 'not_disputed' })

  const disputed = await createDisputedMember(app)
  const taken = { memberId: disputed.member.id, email: member.email, reason }
  await expect(giveAccountBack(app, support, taken)).rejects.toMatchObject({
    code: 'email_taken',
    field: 'email',
  })

  await expect(giveAccountBack(app, support, { ...taken, reason: '' })).rejects.toMatchObject({
    code: 'reason_needed',
  })
  expect((await getMember(app.db, disputed.member.id)).email).toBe(disputed.thief)
})

test('Restoring ends every session; an account no longer disputed is rejected.', async () => {
  const { app } = testApp
  const now = app.clock.now()
  const by = createStaff('mo', 'support')
  const { member } = await createDisputedMember(app)
  const restore = (memberId: string, email: string) =>
    runInTransaction(app.db, (tx) => restoreAccess(tx, app, by, { memberId, email, reason }))

  await runInTransaction(app.db, (tx) =>
    openSession(tx, member.id, 'remembered', createTestVisitor(), now),
  )
  await restore(member.id, 'back.again@example.com')
  expect(await listSessions(app.db, member.id, now)).toEqual([])

  const { member: undisputed } = await createTestMember(app)
  await expect(restore(undisputed.id, 'not.mine@example.com')).rejects.toMatchObject({
    code: 'not_disputed',
  })
})
