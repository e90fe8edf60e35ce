import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCase } from '#modules/compliance/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestMonitoringCase } from '#modules/transaction-monitoring/testing.ts'
import { makeVerified } from '#modules/verification/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function read(memberId: string) {
  const { token } = await server.asAdmin('viewer')
  return await server.send('GET', `/api/admin/users/${memberId}/compliance`, { token })
}

test('Staff see the level, the cases and the hold of a member in one place', async () => {
  const { member: listed, found } = await createTestCase(server.app)
  expect((await read(listed.id)).json.data).toMatchObject({
    level: 0,
    birthDate: null,
    held: true,
    items: [{ _id: found.id, area: 'screening', status: 'Open', open: true }],
  })

  const { member, found: monitored } = await createTestMonitoringCase(server.app)
  await makeVerified(server.app, member.id, 'basic')
  const { json } = await read(member.id)
  expect(json.data).toMatchObject({
    level: 1,
    held: false,
    items: [
      { _id: monitored.id, area: 'monitoring', title: 'Large sum', status: 'Open', open: true },
      { area: 'verification', title: 'Identity: Basic', status: 'Passed', open: false },
    ],
  })
})

test('A member without any case has an empty list, and an unknown one is not found', async () => {
  const { member } = await createTestMember(server.app)
  expect((await read(member.id)).json.data).toMatchObject({ level: 0, held: false, items: [] })
  expect((await read('mem_none')).status).toBe(404)
})
