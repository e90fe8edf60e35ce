import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { copyTestDocuments } from '../../../../tests/support/document-copies.ts'
import { listDocuments } from '../queries.ts'
import { createDraft, declareDetails } from '../testing.ts'
import { REWRAP_BATCH, rewrapDocuments } from './rewrap-documents.ts'
import { viewDocument } from './view-document.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const OLD = { id: '2026', hex: 'a'.repeat(64) }
const NEXT = { id: '2027', hex: 'b'.repeat(64) }
const withKeys = (...keys: { id: string; hex: string }[]): App => ({
  ...testApp.app,
  config: { ...testApp.app.config, DOCUMENT_KEYS: keys, SECRET: undefined, SECRET_BEFORE: [] },
})
const countBy = async (id: string) =>
  (
    await testApp.database.owner.query(
      'select count(*)::int as count from verification_document where key_id = $1',
      [id],
    )
  ).rows[0].count

test('A rotation that is killed is finished by the next run; every document is readable without the old key', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  const { id } = await createDraft(withKeys(OLD), member)
  await copyTestDocuments(testApp, id, 60)
  const all = (await countBy(OLD.id)) as number
  expect(all).toBeGreaterThan(REWRAP_BATCH)

  let batches = 0
  const rotating = withKeys(NEXT, OLD)
  const killed = {
    ...rotating,
    db: new Proxy(rotating.db, {
      get: (db, name, receiver) => {
        if (name === 'transaction' && ++batches > 1) throw new Error('killed')
        const value = Reflect.get(db, name, receiver)
        return typeof value === 'function' ? value.bind(db) : value
      },
    }),
  }
  await expect(rewrapDocuments(killed)).rejects.toThrow('killed')
  expect(await countBy(OLD.id)).toBe(all - REWRAP_BATCH)

  await rewrapDocuments(rotating)
  expect([await countBy(OLD.id), await countBy(NEXT.id)]).toEqual([0, all])
  expect(await rewrapDocuments(rotating)).toBe(0)

  const { rows } = await testApp.database.owner.query('select id from verification_document')
  for (const row of rows)
    expect((await viewDocument(withKeys(NEXT), admin, row.id)).type).toBe('image/png')
})

test('Without the old key a rotation stops and changes nothing', async () => {
  const { member } = await createTestMember(testApp.app)
  await declareDetails(testApp.app, member)
  const lost = { id: 'lost', hex: 'c'.repeat(64) }
  const { id } = await createDraft(withKeys(lost), member)
  expect(await listDocuments(testApp.app.db, [id])).toHaveLength(2)

  await expect(rewrapDocuments(withKeys(NEXT))).rejects.toThrow('its key lost is not in')
  expect(await countBy('lost')).toBe(2)
})
