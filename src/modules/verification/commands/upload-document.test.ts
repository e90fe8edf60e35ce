import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findStoredDocument, listDocuments } from '../queries.ts'
import { createDraft, declareDetails, drawTestDocument } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { submitVerification } from './submit-verification.ts'
import { uploadDocument } from './upload-document.ts'
import { viewDocument } from './view-document.ts'

let testApp: TestApp
let sam: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
})
afterAll(() => testApp.close())

const begin = async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  const { verification } = await beginVerification(app, member, 'basic')
  return { member, verification }
}

const listFiles = () => readdir(join(testApp.app.config.DATA_DIR, 'files/identity')).catch(() => [])

test('A document is encrypted: neither the file store nor the database has its bytes', async () => {
  const { app, database } = testApp
  const { member, verification } = await begin()
  const file = await drawTestDocument()
  await uploadDocument(app, member, {
    verificationId: verification.id,
    kind: 'identity_document',
    file,
  })

  const { content: plain } = await sanitiseUpload(file, 'file')
  const [document] = await listDocuments(app.db, [verification.id])
  const found = await findStoredDocument(app.db, document?.id ?? '')
  const stored = await readFile(join(app.config.DATA_DIR, 'files', found?.fileKey ?? ''))
  const parts = [plain.subarray(0, 16), plain.subarray(16, 48), plain.subarray(-16)]
  for (const part of parts) expect(stored.includes(Buffer.from(part))).toBe(false)

  const { rows } = await database.owner.query(
    `select string_agg(d::text, '') as all from verification_document d`,
  )
  for (const part of parts) expect(rows[0].all).not.toContain(Buffer.from(part).toString('hex'))

  const viewed = await viewDocument(app, sam, document?.id ?? '')
  expect(Buffer.from(await viewed.arrayBuffer()).equals(plain)).toBe(true)
})

test('A backup of the database and the files is useless without the key, and a changed byte is refused', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id } = await createDraft(app, member)
  const [document] = await listDocuments(app.db, [id])
  const view = (on = app) => viewDocument(on, sam, document?.id ?? '')
  const elsewhere = {
    ...app,
    config: { ...app.config, SECRET: 'the secret of another installation, also long' },
  }
  await expect(view(elsewhere)).rejects.toMatchObject({ code: 'document_unreadable', status: 409 })

  const found = await findStoredDocument(app.db, document?.id ?? '')
  const path = join(app.config.DATA_DIR, 'files', found?.fileKey ?? '')
  const stored = await readFile(path)
  for (const at of [0, 5, 20, stored.length - 1]) {
    const changed = Buffer.from(stored)
    changed[at] = (changed[at] ?? 0) ^ 1
    await writeFile(path, changed)
    await expect(view(), `byte ${at}`).rejects.toMatchObject({ code: 'document_unreadable' })
  }
  await writeFile(path, stored)
  expect((await view()).type).toBe('image/png')
})

test('A document is replaced at its place, and the file before is deleted', async () => {
  const { app } = testApp
  const { member, verification } = await begin()
  const upload = async (side?: 'front' | 'back') =>
    uploadDocument(app, member, {
      verificationId: verification.id,
      kind: 'identity_document',
      side,
      file: await drawTestDocument(),
    })

  const before = (await listFiles()).length
  await upload()
  await upload('front')
  await upload('back')
  expect(await listDocuments(app.db, [verification.id])).toMatchObject([
    { side: 'front' },
    { side: 'back' },
  ])
  expect(await listFiles()).toHaveLength(before + 2)
})

test('A rejected file leaves nothing, and says which field it is', async () => {
  const { app } = testApp
  const { member, verification } = await begin()
  const before = (await listFiles()).length
  const upload = (
    file?: Uint8Array,
    kind: 'identity_document' | 'proof_of_address' = 'identity_document',
  ) => uploadDocument(app, member, { verificationId: verification.id, kind, file })

  await expect(upload()).rejects.toMatchObject({ code: 'no_file', field: 'file' })
  await expect(upload(Buffer.from('<svg onload="alert(1)"/>'))).rejects.toMatchObject({
    code: 'file_type',
    field: 'file',
  })
  await expect(upload(await drawTestDocument(), 'proof_of_address')).rejects.toMatchObject({
    code: 'wrong_document',
    field: 'kind',
  })
  expect(await listFiles()).toHaveLength(before)
})

test('Another member’s verification is not found, and a submitted one takes no document, in the database neither', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const { id } = await createDraft(app, member)
  const { member: other } = await createTestMember(app)
  const file = await drawTestDocument()
  const upload = (by = member) =>
    uploadDocument(app, by, { verificationId: id, kind: 'photo_with_code', file })
  await expect(upload(other)).rejects.toMatchObject({ code: 'not_found', status: 404 })

  await submitVerification(app, member, id)
  await expect(upload()).rejects.toMatchObject({ code: 'already_submitted', status: 409 })
  const run = (statement: string) =>
    database.pool.query(`${statement} where verification_id = $1`, [id])
  await expect(run('delete from verification_document')).rejects.toThrow('were submitted')
  await expect(run(`update verification_document set sha256 = repeat('0', 64)`)).rejects.toThrow(
    'does not change',
  )
  await expect(
    run(`update verification_document set file_key = null, sha256 = null, key_id = null,
      wrapped_key = null, erased_at = now()`),
  ).rejects.toThrow('is retained')
})

test('A photo with a code of the day before yesterday is refused', async () => {
  const own = await createTestApp()
  const { member } = await createTestMember(own.app)
  await declareDetails(own.app, member)
  const { verification } = await beginVerification(own.app, member, 'basic')
  own.app.clock.advance(2 * 86_400_000)
  await expect(
    uploadDocument(own.app, member, {
      verificationId: verification.id,
      kind: 'photo_with_code',
      file: await drawTestDocument(),
    }),
  ).rejects.toMatchObject({ code: 'code_ended', status: 409 })
  await own.close()
})
