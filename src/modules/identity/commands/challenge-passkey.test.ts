import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { aMember, aVisitor, SAMPLE_PASSWORD, withPasskey } from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { logIn } from './log-in.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Without a session no passkey is named, and the device has to check who holds it', async () => {
  const { app } = house
  const asked = await challengePasskey(app, aVisitor(), { visit: true })
  expect(asked.options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  })

  expect(asked.ticket).toMatch(/^[\w-]{43}$/)
})

test('With a ticket, or in a session, the person’s own are named', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { device } = await withPasskey(app, member, sessionId)
  const { id } = device.use({ challenge: 'any' })
  const refused = await logIn(app, aVisitor(), {
    email: member.email,
    password: SAMPLE_PASSWORD,
  }).catch((error) => error)
  const { ticket } = refused.alongside
  const inSession = { personId: member.id, sessionId }

  for (const asked of [{ ticket }, inSession]) {
    const { options } = await challengePasskey(app, aVisitor(), asked)
    expect(options.allowCredentials).toEqual([{ id, transports: ['internal'], type: 'public-key' }])
  }
})

test('A ticket that nobody was given is worth nothing', async () => {
  await expect(
    challengePasskey(house.app, aVisitor(), { ticket: 'made up' }),
  ).rejects.toMatchObject({
    code: 'ticket_invalid',
    status: 401,
  })
})
