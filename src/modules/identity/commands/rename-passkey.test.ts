import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getFactors } from '../queries/factors.ts'
import { addTestPasskey, createTestMember } from '../testing.ts'
import { renamePasskey } from './rename-passkey.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A person renames their own passkey; another person’s is not found.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { member: stranger } = await createTestMember(app)
  const { id } = await addTestPasskey(app, member, sessionId)

  await renamePasskey(app, member, { id, name: ' Work laptop ' })
  await expect(renamePasskey(app, stranger, { id, name: 'Mine' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(renamePasskey(app, member, { id, name: '' })).rejects.toMatchObject({
    code: 'passkey_name',
  })
  expect((await getFactors(app.db, member.id)).passkeys.map(({ name }) => name)).toEqual([
    'Work laptop',
  ])
})
