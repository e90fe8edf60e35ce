import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addBusinessDays } from '../model.ts'
import { listDocuments } from '../queries.ts'
import { createDraft, createTestVerification } from '../testing.ts'
import { removeDocument } from './remove-document.ts'
import { submitVerification } from './submit-verification.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A submission states name and details, and promises a decision by the next business day', async () => {
  const { app } = testApp
  const { member, verification } = await createTestVerification(app)
  expect(verification).toMatchObject({
    status: 'in_review',
    name: member.label,
    details: { birthDate: '1990-05-31', city: 'Sampleton' },
    identityVersion: 1,
    // submitted on a Friday
    dueAt: new Date('2026-11-23T12:00:00Z'),
  })
  expect(verification.contentHash).toMatch(/^[0-9a-f]{64}$/)
})

test('Weekends are no business days', () => {
  const add = (from: string, days: number) =>
    addBusinessDays(new Date(`${from}T10:00:00Z`), days)
      .toISOString()
      .slice(0, 10)
  expect(add('2026-11-19', 1)).toBe('2026-11-20')
  expect(add('2026-11-20', 2)).toBe('2026-11-24')
  expect(add('2026-11-21', 1)).toBe('2026-11-23')
  expect(add('2026-11-22', 1)).toBe('2026-11-23')
  expect(add('2026-11-18', 10)).toBe('2026-12-02')
})

test('A submission without every document is refused and names them; so is a second one and another member’s', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { member: other } = await createTestMember(app)
  const { id } = await createDraft(app, member)
  const [, photo] = await listDocuments(app.db, [id])
  const submit = (by = member) => submitVerification(app, by, id)

  await expect(submit(other)).rejects.toMatchObject({ code: 'not_found' })
  const draft = await createTestMember(app)
  const { id: whole } = await createDraft(app, draft.member)
  await submitVerification(app, draft.member, whole)
  await expect(submitVerification(app, draft.member, whole)).rejects.toMatchObject({
    code: 'already_submitted',
  })

  await removeDocument(app, member, photo?.id ?? '')
  await expect(submit()).rejects.toMatchObject({
    code: 'documents_missing',
    message: 'Please upload what is missing: photo with the code.',
  })
})

test('The database changes nothing of a submission', async () => {
  const { app, database } = testApp
  const { verification } = await createTestVerification(app)
  const set = (assignment: string) =>
    database.pool.query(`update identity_verification set ${assignment} where id = $1`, [
      verification.id,
    ])

  for (const assignment of [
    `details = '{}'`,
    `name = 'Other Person'`,
    'name = null, details = null, erased_at = now()',
  ])
    await expect(set(assignment), assignment).rejects.toThrow('are retained')
  for (const assignment of [
    `content_hash = repeat('0', 64)`,
    'identity_version = 2',
    `due_at = due_at + interval '1 day'`,
    `code = '000000'`,
    `provider_reference = 'x'`,
  ])
    await expect(set(assignment), assignment).rejects.toThrow('does not change')
  await expect(set(`status = 'waiting_for_member', submitted_at = null`)).rejects.toThrow(
    'cannot go from',
  )
  await expect(
    database.owner.query('delete from identity_verification where id = $1', [verification.id]),
  ).rejects.toThrow('append-only')
})
