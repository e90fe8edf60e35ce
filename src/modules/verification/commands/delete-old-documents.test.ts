import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { closeAccount } from '#modules/portfolio/steps/close-account.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  findIdentityDetails,
  findStoredDocument,
  getVerification,
  listDocuments,
} from '../queries.ts'
import { createDraft, createTestVerification, passTest } from '../testing.ts'
import { deleteOldDocuments } from './delete-old-documents.ts'
import { proposeRefusal } from './propose-refusal.ts'

let testApp: TestApp
let sam: Admin
let ruth: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  const { app } = testApp
  sam = (await createTestAdmin(app, { role: 'support' })).admin
  ruth = (await createTestAdmin(app, { role: 'owner' })).admin
  const retention = { proofDays: 10, messageDays: 10, notificationDays: 10, identityDays: 30 }
  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'retention', retention, { by: 'adm_x', at: app.clock.now() }))
})
afterAll(() => testApp.close())

const close = (member: Member) =>
  testApp.app.db
    .transaction()
    .execute((tx) =>
      closeAccount(tx, testApp.app, member, { memberId: member.id, byStaff: false, reason: null }),
    )

const getFile = async (verificationId: string) => {
  const [document] = await listDocuments(testApp.app.db, [verificationId])
  return (await findStoredDocument(testApp.app.db, document?.id ?? ''))?.fileKey ?? ''
}

test('Documents and details of a closed account are retained, then erased with keys', async () => {
  const { app } = testApp
  const { member, verification } = await createTestVerification(app)
  const { member: stays, verification: theirs } = await createTestVerification(app)
  await passTest(app, sam, verification)
  const file = await getFile(verification.id)
  await close(member)

  app.clock.advance(29 * DAY_MS)
  await deleteOldDocuments(app)
  expect((await app.files.read(file)).length).toBeGreaterThan(0)

  app.clock.advance(DAY_MS)
  await deleteOldDocuments(app)
  await expect(app.files.read(file)).rejects.toThrow('There is no file')
  expect(await findIdentityDetails(app.db, member.id)).toBeNull()
  expect(await getVerification(app.db, verification.id)).toMatchObject({
    status: 'passed',
    name: null,
    details: null,
  })
  expect(await listDocuments(app.db, [verification.id])).toMatchObject([
    { sha256: null },
    { sha256: null },
  ])

  expect(await findIdentityDetails(app.db, stays.id)).not.toBeNull()
  expect((await app.files.read(await getFile(theirs.id))).length).toBeGreaterThan(0)
})

test('Documents of a refused verification are erased after the same time; its statements stay with the account', async () => {
  const { app } = testApp
  const { member, verification } = await createTestVerification(app)
  const file = await getFile(verification.id)
  const { id, contentHash } = await proposeRefusal(app, sam, {
    verificationId: verification.id,
    reason: 'The document is of another person.',
  })
  await decideProposal(app, ruth, { id, contentHash, approve: true })

  app.clock.advance(31 * DAY_MS)
  await deleteOldDocuments(app)
  await expect(app.files.read(file)).rejects.toThrow('There is no file')
  expect(await getVerification(app.db, verification.id)).toMatchObject({ name: member.label })
})

test('What was not submitted is erased when the account is closed', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id } = await createDraft(app, member)
  await close(member)

  expect(await listDocuments(app.db, [id])).toEqual([])
  expect(await findIdentityDetails(app.db, member.id)).toBeNull()
})
