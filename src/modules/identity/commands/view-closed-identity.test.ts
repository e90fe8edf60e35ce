import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { deleteMember } from '#modules/backoffice/commands/delete-member.ts'
import { confirmMatch } from '#modules/compliance/commands/confirm-match.ts'
import { createTestCase } from '#modules/compliance/testing.ts'
import { getSampleRules, publishTestRules } from '#modules/eligibility/testing.ts'
import { closeOwnAccount } from '#modules/portfolio/commands/close-own-account.ts'
import { eraseClosed } from '#modules/portfolio/commands/erase-closed.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { listDocuments, listVerifications } from '#modules/verification/queries.ts'
import { makeVerified, TEST_DETAILS } from '#modules/verification/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { pdfPages } from '../../../../tests/support/pdf-text.ts'
import { findClosedIdentity, getMember } from '../queries.ts'
import { closeUnverifiedAccount } from '../steps/close-unverified-account.ts'
import {
  type AMember,
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { viewClosedIdentity } from './view-closed-identity.ts'

const password = SAMPLE_PASSWORD
const confirmation = 'close my account'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await setRetention(30)
})
afterAll(() => server.close())

const setRetention = (identityDays: number) =>
  setTestSetting(server.app, 'retention', {
    proofDays: 10,
    messageDays: 10,
    notificationDays: 10,
    identityDays,
  })

const createClosed = async (overrides: Partial<AMember> = {}) => {
  const { member } = await createTestMember(server.app, { firstName: 'Orla', ...overrides })
  await closeOwnAccount(server.app, member, { password, confirmation })
  return member
}
const isRetained = async (id: string) =>
  (await findClosedIdentity(server.app.db, server.app, id)) !== null

test('Name and contact details of a closed account are retained apart, and finance reads them on record', async () => {
  const { app } = server
  const { id, ...before } = await createClosed({ lastName: 'Quillfeather' })
  expect((await getMember(app.db, id)).label).toBe('Closed account')

  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const closedAt = app.clock.now()
  expect(await viewClosedIdentity(app, admin, id)).toEqual({
    name: 'Orla Quillfeather',
    email: before.email,
    phoneNumber: before.phoneNumber,
    country: before.country,
    signedUpOn: before.signedUpOn,
    verifiedAt: before.verifiedAt,
    closedAt,
    retainedUntil: new Date(closedAt.getTime() + 30 * DAY_MS),
  })
  const [view, ...others] = await listAuditEvents(app.db, { action: 'member.details-viewed' })
  expect(view).toMatchObject({ actor: { id: admin.id }, subjectId: id })
  expect(others).toEqual([])
})

test('A viewer and support can’t read the details of a closed account, by no call', async () => {
  const { app } = server
  const { member } = await createTestMember(app, { firstName: 'Orla', lastName: 'Hushabye' })
  const { id, email } = member
  await makeVerified(app, id, 'basic')
  const [verification] = await listVerifications(app.db, id)
  const documents = await listDocuments(app.db, [verification?.id ?? ''])
  await closeOwnAccount(app, member, { password, confirmation })

  for (const role of ['viewer', 'support'] as const) {
    const { admin } = await createTestAdmin(app, { role })
    await expect(viewClosedIdentity(app, admin, id)).rejects.toMatchObject({ code: 'role_missing' })

    const { token } = await server.asAdmin(role)
    for (const type of ['json', 'pdf']) {
      const path = `/api/admin/members/${id}/evidence.${type}`
      expect((await server.send('GET', path, { token })).status).toBe(403)
    }
    const views = [`users/${id}/compliance`, `verifications/${verification?.id}`, 'verifications']
    for (const path of [`/api/user/${id}`, ...views.map((view) => `/api/admin/${view}`)]) {
      const { text } = await server.send('GET', path, { token })
      for (const word of ['Hushabye', email, TEST_DETAILS.birthDate, TEST_DETAILS.street])
        expect(text, path).not.toContain(word)
    }
    for (const document of documents) {
      const path = `/api/admin/verifications/documents/${document.id}`
      expect((await server.send('GET', path, { token })).status).toBe(403)
    }
  }
  expect(documents.length).toBeGreaterThan(0)
  const views = await listAuditEvents(app.db, { action: 'member.details-viewed', subjectId: id })
  expect(views).toEqual([])
})

test('A decided screening case of a closed account shows no name; finance opens its documents', async () => {
  const { app } = server
  const { member, found } = await createTestCase(app)
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  await confirmMatch(app, admin, { caseId: found.id, reason: 'By the passport of the member.' })
  const { member: verified } = await createTestMember(app)
  await makeVerified(app, verified.id, 'basic')
  const [verification] = await listVerifications(app.db, verified.id)
  const [document] = await listDocuments(app.db, [verification?.id ?? ''])
  for (const { id } of [member, verified])
    await server.database.owner.query(
      `update member set status = 'closed', closed_at = $2, email = id || '@closed.invalid',
         first_name = 'Closed', last_name = 'account', country = 'ZZ', phone_number = '' where id = $1`,
      [id, app.clock.now()],
    )

  const { token } = await server.asAdmin('finance')
  const { json } = await server.send('GET', `/api/admin/screening?memberId=${member.id}`, { token })
  const [shown] = json.data.cases.filter(({ _id }: { _id: string }) => _id === found.id)
  expect(shown.person).toEqual({ name: 'Closed account', birthDate: null, country: null })
  const path = `/api/admin/verifications/documents/${document?.id}`
  expect((await server.send('GET', path, { token })).status).toBe(200)
})

test('The evidence of a closed account names the member, and Compliance says until when', async () => {
  const { app } = server
  const { member } = await createTestMember(app, { firstName: 'Orla', lastName: 'Quillfeather' })
  await makeVerified(app, member.id, 'basic')
  await closeOwnAccount(app, member, { password, confirmation })
  const { token } = await server.asAdmin('finance')
  const until = new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString()

  const compliance = await server.send('GET', `/api/admin/users/${member.id}/compliance`, { token })
  expect(compliance.json.data).toMatchObject({ birthDate: null, detailsRetainedUntil: until })

  const path = `/api/admin/members/${member.id}/evidence`
  const { text } = await server.send('GET', `${path}.json`, { token })
  expect(JSON.parse(text).member).toMatchObject({
    name: 'Orla Quillfeather',
    email: member.email,
    phoneNumber: member.phoneNumber,
    country: 'DE',
    detailsRetainedUntil: until,
  })

  const headers = { authorization: `Bearer ${token}` }
  const pdf = await server.fetch(`${path}.pdf`, { headers })
  const lines = pdfPages(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join(' ')
  expect(lines).toContain('Orla Quillfeather')
  expect(lines).toContain(member.phoneNumber)
  const views = await listAuditEvents(app.db, {
    action: 'member.details-viewed',
    subjectId: member.id,
  })
  expect(views, 'each download is recorded').toHaveLength(2)
})

test('The details are erased when the retention ends, not before; repeated runs change nothing', async () => {
  const { app } = server
  const { id } = await createClosed()
  server.clock.advance(30 * DAY_MS - 1)
  await eraseClosed(app)
  expect(await isRetained(id)).toBe(true)

  server.clock.advance(1)
  await eraseClosed(app)
  await eraseClosed(app)
  expect(await isRetained(id)).toBe(false)

  const { admin } = await createTestAdmin(app, { role: 'owner' })
  expect(await viewClosedIdentity(app, admin, id)).toBeNull()
  const erased = await listAuditEvents(app.db, { action: 'member.details-erased', subjectId: id })
  expect(erased).toHaveLength(1)
})

test('A changed setting counts for accounts that are closed already', async () => {
  const { app } = server
  const { id } = await createClosed()
  await setRetention(60)
  server.clock.advance(31 * DAY_MS)
  await eraseClosed(app)
  expect(await isRetained(id)).toBe(true)

  await setRetention(30)
  await eraseClosed(app)
  expect(await isRetained(id)).toBe(false)
})

test('Longer retention by the rules of the country counts, as they were at the closing', async () => {
  const { app } = server
  const { admin: owner } = await createTestAdmin(app, { role: 'owner' })
  const { admin: second } = await createTestAdmin(app, { role: 'finance' })
  const rules = { ...getSampleRules('united-kingdom'), retentionYears: 2 }
  await publishTestRules(app, { owner, second }, rules)
  const { id } = await createClosed({ country: 'GB', phoneNumber: '+44 20 7946 0018' })

  server.clock.advance(700 * DAY_MS)
  await eraseClosed(app)
  expect(await isRetained(id)).toBe(true)

  server.clock.advance(32 * DAY_MS)
  await eraseClosed(app)
  expect(await isRetained(id)).toBe(false)
})

test('Nothing is retained of an account whose email address was never verified', async () => {
  const { app } = server
  const { admin } = await createTestAdmin(app, { role: 'owner' })
  const { member: deleted } = await createTestMember(app, { verified: false })
  await deleteMember(app, admin, { memberId: deleted.id, reason: 'Asked for by phone.' })

  const { member: displaced } = await createTestMember(app, { verified: false })
  await app.db
    .transaction()
    .execute((tx) =>
      closeUnverifiedAccount(tx, createTestVisitor(), displaced.email, app.clock.now()),
    )

  for (const { id } of [deleted, displaced]) {
    expect((await getMember(app.db, id)).status).toBe('closed')
    expect(await isRetained(id)).toBe(false)
  }
})

test('The database never changes the details, and in live erases them after the rules’ retention alone', async () => {
  const { database } = server
  const { id } = await createClosed()
  const query = (text: string) => database.owner.query(text, [id])
  const change = `update closed_identity set first_name = 'X' where member_id = $1`
  await expect(query(change)).rejects.toThrow('retained as they are')

  const erase = 'delete from closed_identity where member_id = $1 returning member_id'
  await database.owner.query('alter table mode disable trigger all')
  await database.owner.query("update mode set name = 'live'")
  const setEnd = async (interval: string) => {
    await database.owner.query('alter table closed_identity disable trigger all')
    await query(
      `update closed_identity set closed_at = now() - interval '6 years',
         rules_until = now() + interval '${interval}' where member_id = $1`,
    )
    await database.owner.query('alter table closed_identity enable trigger all')
  }
  await setEnd('1 day')
  await expect(query(erase)).rejects.toThrow('retained as they are')
  await setEnd('-1 day')
  expect((await query(erase)).rowCount).toBe(1)
})
