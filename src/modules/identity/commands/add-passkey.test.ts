import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { Member } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { addTestPasskey, createSoftPasskey, createTestMember, openTestSession } from '../testing.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const begin = async (member: Member, sessionId: string) => ({
  ...(await beginPasskey(testApp.app, member, sessionId)),
})

test('A passkey is stored with public key and name; the first brings recovery codes.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const first = await addTestPasskey(app, member, sessionId, ' Laptop ')

  expect(first.codes).toHaveLength(10)

  app.clock.advance(1000)

  const second = await addTestPasskey(app, member, sessionId, 'Phone')
  expect(second.codes).toEqual([])

  const { passkeys } = await getFactors(app.db, member.id)
  expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone'])

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'passkey-added', name: 'Phone', frozen: true })
})

test('A challenge is answered once.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const options = await begin(member, sessionId)
  const make = () => ({
    name: 'Key',
    passkey: createSoftPasskey(app.config).make(options),
    sessionId,
  })

  await addPasskey(app, member, make())
  await expect(addPasskey(app, member, make())).rejects.toMatchObject({ code: 'factor_wrong' })
  expect((await getFactors(app.db, member.id)).passkeys).toHaveLength(1)
})

test('A challenge of another session, or one that is five minutes old, is rejected.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const other = await openTestSession(app, member)
  const passkey = createSoftPasskey(app.config).make(await begin(member, other.sessionId))

  await expect(addPasskey(app, member, { name: 'Key', passkey, sessionId })).rejects.toMatchObject({
    code: 'factor_wrong',
  })

  const expired = createSoftPasskey(app.config).make(await begin(member, sessionId))
  app.clock.advance(5 * 60_000)

  await expect(
    addPasskey(app, member, { name: 'Key', passkey: expired, sessionId }),
  ).rejects.toMatchObject({
    code: 'factor_wrong',
  })
})

test('A passkey created at another origin is rejected.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const options = await begin(member, sessionId)
  const passkey = createSoftPasskey(app.config).make(options, {
    origin: 'https://candor.example.net',
  })

  await expect(addPasskey(app, member, { name: 'Key', passkey, sessionId })).rejects.toMatchObject({
    code: 'factor_wrong',
  })
})

test('A passkey with an unrequested signature algorithm is rejected.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)

  for (const signedBy of ['39fffe', '3823']) {
    const passkey = createSoftPasskey(app.config).make(await begin(member, sessionId), { signedBy })
    await expect(
      addPasskey(app, member, { name: 'Key', passkey, sessionId }),
    ).rejects.toMatchObject({
      code: 'factor_wrong',
    })
  }
})

test('One device adds one passkey, and its name is one line.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)
  const again = device.make(await begin(member, sessionId))

  await expect(
    addPasskey(app, member, { name: 'Key', passkey: again, sessionId }),
  ).rejects.toMatchObject({
    code: 'passkey_known',
  })

  for (const name of [' ', 'x'.repeat(61), 'two\nlines'])
    await expect(
      addPasskey(app, member, { name, passkey: again, sessionId }),
    ).rejects.toMatchObject({
      code: 'passkey_name',
      field: 'name',
    })
})
