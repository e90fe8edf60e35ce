import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { factorsOf } from '../queries/factors.ts'
import { aMember, withPasskey } from '../testing.ts'
import { renamePasskey } from './rename-passkey.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('A passkey of one’s own gets another name; somebody else’s isn’t found', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { member: stranger } = await aMember(app)
  const { id } = await withPasskey(app, member, sessionId)

  await renamePasskey(app, member, { id, name: ' Work laptop ' })
  await expect(renamePasskey(app, stranger, { id, name: 'Mine' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(renamePasskey(app, member, { id, name: '' })).rejects.toMatchObject({
    code: 'passkey_name',
  })
  expect((await factorsOf(app.db, member.id)).passkeys.map(({ name }) => name)).toEqual([
    'Work laptop',
  ])
})
