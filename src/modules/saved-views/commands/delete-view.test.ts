import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listSavedViews } from '../queries.ts'
import { deleteView } from './delete-view.ts'
import { saveView } from './save-view.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('a view is deleted by the person who saved it alone', async () => {
  const { admin: ines } = await createTestAdmin(testApp.app, { role: 'finance' })
  const { admin: ruth } = await createTestAdmin(testApp.app, { role: 'owner' })
  const view = { list: 'members', name: 'Suspended', query: 'status=suspended' } as const
  const { id } = await saveView(testApp.app, ines.id, view)

  await expect(deleteView(testApp.app, ruth.id, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await listSavedViews(testApp.app.db, ines.id, 'members')).toHaveLength(1)

  await deleteView(testApp.app, ines.id, id)
  expect(await listSavedViews(testApp.app.db, ines.id, 'members')).toEqual([])
  await expect(deleteView(testApp.app, ines.id, id)).rejects.toMatchObject({ code: 'not_found' })
})
