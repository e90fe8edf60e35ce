import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { REFUSAL_PERMISSION, toRefusalContent, type Verification } from '../model.ts'
import { getVerification } from '../queries.ts'
import { createTestVerification, passTest } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { proposeRefusal } from './propose-refusal.ts'

let testApp: TestApp
let sam: Admin
let ruth: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
})
afterAll(() => testApp.close())

const reason = 'The document is of another person.'
const proposeFor = (verificationId: string, by = sam) =>
  proposeRefusal(testApp.app, by, { verificationId, reason })

test('Two admins refuse; the member reads a neutral mail, and can’t begin again', async () => {
  const { app } = testApp
  const { member, verification } = await createTestVerification(app)
  const { id, contentHash } = await proposeFor(verification.id)
  await expect(decideProposal(app, sam, { id, contentHash, approve: true })).rejects.toMatchObject({
    code: 'second_admin',
  })
  expect(await getVerification(app.db, verification.id)).toMatchObject({ status: 'in_review' })

  await decideProposal(app, ruth, { id, contentHash, approve: true })
  expect(await getVerification(app.db, verification.id)).toMatchObject({
    status: 'refused',
    staffReason: reason,
    memberReason: null,
    decidedBy: sam.id,
  })
  const mail = await findMail(app.db, member.email, 'verification-refused')
  expect(JSON.stringify(mail?.data)).not.toContain('another person')
  await expect(beginVerification(app, member, 'basic')).rejects.toMatchObject({
    code: 'verification_refused',
  })
})

test('A refusal needs a reason, a role and a verification in review, and waits once', async () => {
  const { app } = testApp
  const { verification } = await createTestVerification(app)
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  await expect(proposeFor(verification.id, viewer)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(
    proposeRefusal(app, sam, { verificationId: verification.id, reason: '' }),
  ).rejects.toMatchObject({ code: 'reason_needed', field: 'reason' })

  const { id, contentHash } = await proposeFor(verification.id)
  await expect(proposeFor(verification.id, ruth)).rejects.toMatchObject({
    code: 'already_proposed',
  })

  await passTest(app, ruth, verification)
  await expect(decideProposal(app, ruth, { id, contentHash, approve: true })).rejects.toMatchObject(
    { code: 'not_in_review' },
  )
  await expect(proposeFor(verification.id)).rejects.toMatchObject({ code: 'not_in_review' })
})

test('The database refuses a member only if two admins agreed to this submission and this reason', async () => {
  const { app, database } = testApp
  const { verification } = await createTestVerification(app)
  const { verification: other } = await createTestVerification(app)
  const refuse = (approval: string) =>
    database.pool.query(
      `update identity_verification set status = 'refused', decided_at = now(), decided_by = $2,
        staff_reason = $3, approval_id = $4 where id = $1`,
      [verification.id, sam.id, reason, approval],
    )
  const decideAs = async (about: Verification, because: string, isApproved: boolean) =>
    await app.db.transaction().execute(async (tx) => {
      const proposal = await propose(tx, app, sam, {
        permission: REFUSAL_PERMISSION,
        subjectId: verification.id,
        content: toRefusalContent(about, because),
      })
      const { id, contentHash } = proposal
      const why = isApproved ? {} : { reason: 'The passport is fine.' }
      await decide(tx, app, ruth, proposal, { approve: isApproved, contentHash, ...why })
      return id
    })

  await expect(refuse('prp_none')).rejects.toThrow('two admins')
  await expect(refuse(await decideAs(verification, reason, false))).rejects.toThrow('two admins')
  await expect(refuse(await decideAs(verification, 'Because.', true))).rejects.toThrow('two admins')
  await expect(refuse(await decideAs(other, reason, true))).rejects.toThrow('two admins')
  await refuse(await decideAs(verification, reason, true))
})
