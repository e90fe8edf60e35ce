import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findStoredDocument, listDocuments } from '../queries.ts'
import { createDraft } from '../testing.ts'
import { removeDocument } from './remove-document.ts'
import { submitVerification } from './submit-verification.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A member removes a document before the submission, with its file', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id } = await createDraft(app, member)
  const [first, second] = await listDocuments(app.db, [id])
  const stored = await findStoredDocument(app.db, first?.id ?? '')

  await removeDocument(app, member, first?.id ?? '')
  expect(await listDocuments(app.db, [id])).toMatchObject([{ id: second?.id }])
  await expect(app.files.read(stored?.fileKey ?? '')).rejects.toThrow('There is no file')
  await expect(removeDocument(app, member, first?.id ?? '')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('Another member removes none, and nothing is removed after the submission', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { member: other } = await createTestMember(app)
  const { id } = await createDraft(app, member)
  const [document] = await listDocuments(app.db, [id])
  const remove = (by = member) => removeDocument(app, by, document?.id ?? '')

  await expect(remove(other)).rejects.toMatchObject({ code: 'not_found', status: 404 })
  await submitVerification(app, member, id)
  await expect(remove()).rejects.toMatchObject({ code: 'already_submitted', status: 409 })
  expect(await listDocuments(app.db, [id])).toHaveLength(2)
})
