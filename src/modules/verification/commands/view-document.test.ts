import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listDocuments } from '../queries.ts'
import { createTestVerification } from '../testing.ts'
import { viewDocument } from './view-document.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Each view of a document is in the audit log, with who and which one', async () => {
  const { app, database } = testApp
  const { admin: sam } = await createTestAdmin(app, { role: 'support' })
  const { member, verification } = await createTestVerification(app)
  const [document] = await listDocuments(app.db, [verification.id])
  const id = document?.id ?? ''

  for (let views = 0; views < 2; views += 1)
    expect(await viewDocument(app, sam, id)).toMatchObject({
      name: `identity_document-front-${id}.png`,
      type: 'image/png',
    })

  const { rows } = await database.owner.query(
    `select actor_id, subject_id, details from audit_event
      where action = 'identity.document-viewed'`,
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    actor_id: sam.id,
    subject_id: verification.id,
    details: { memberId: member.id, document: id, kind: 'identity_document' },
  })
})

test('A viewer sees no document, and an unknown one is not found', async () => {
  const { app } = testApp
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { admin: owner } = await createTestAdmin(app, { role: 'owner' })
  const { verification } = await createTestVerification(app)
  const [document] = await listDocuments(app.db, [verification.id])

  await expect(viewDocument(app, viewer, document?.id ?? '')).rejects.toMatchObject({
    code: 'role_missing',
    status: 403,
  })
  await expect(viewDocument(app, owner, 'vdc_none')).rejects.toMatchObject({ status: 404 })
})
