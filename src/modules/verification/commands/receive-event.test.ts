import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import {
  buildStubConfig,
  openSumsubStub,
  type SumsubStub,
} from '../../../../tests/support/sumsub-stub.ts'
import { getVerification } from '../queries.ts'
import { declareDetails, TEST_DETAILS } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { readCheck } from './read-check.ts'
import { READ_CHECK_JOB, receiveEvent } from './receive-event.ts'

let server: TestServer
let stub: SumsubStub
let app: App
beforeAll(async () => {
  server = await testServer()
  stub = await openSumsubStub()
  app = { ...server.app, config: { ...server.app.config, ...buildStubConfig(stub) } }
})
afterAll(async () => {
  await stub.close()
  await server.close()
})

const begin = async () => {
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  const { verification } = await beginVerification(app, member, 'basic')
  return { member, id: verification.id }
}
const countJobs = async () =>
  (
    await server.database.owner.query(
      'select count(*)::int as count from pgboss.job where name = $1',
      [READ_CHECK_JOB],
    )
  ).rows[0].count

test('A signed event only makes a job read the check, whatever it claims; a replayed one changes nothing', async () => {
  const { member, id } = await begin()
  await receiveEvent(app, stub.buildEvent(id))
  await receiveEvent(app, stub.buildEvent(id))
  expect(await countJobs()).toBe(2)

  // the event says GREEN, and the API nothing yet
  await readCheck(app, id)
  expect(await getVerification(app.db, id)).toMatchObject({ status: 'waiting_for_member' })

  const { firstName, lastName } = member
  const info = { firstName, lastName, dob: TEST_DETAILS.birthDate }
  stub.review(id, { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }, info)
  await readCheck(app, id)
  await readCheck(app, id)
  expect(await getVerification(app.db, id)).toMatchObject({ status: 'passed' })

  const before = await countJobs()
  await receiveEvent(app, stub.buildEvent(id))
  await receiveEvent(app, stub.buildEvent('ver_unknown'))
  expect(await countJobs()).toBe(before)
})

test('A wrong signature, a changed body and SHA-1 are refused with 401', async () => {
  const { id } = await begin()
  const { body, headers } = stub.buildEvent(id)
  const refused = { code: 'bad_signature', status: 401 }

  await expect(receiveEvent(app, stub.buildEvent(id, 'another secret'))).rejects.toMatchObject(
    refused,
  )
  const changed = Buffer.from(body.toString().replace('GREEN', 'RED__'))
  await expect(receiveEvent(app, { body: changed, headers })).rejects.toMatchObject(refused)
  for (const algorithm of ['HMAC_SHA1_HEX', '', 'none']) {
    const other = new Headers(headers)
    other.set('x-payload-digest-alg', algorithm)
    await expect(receiveEvent(app, { body, headers: other })).rejects.toMatchObject(refused)
  }
  await expect(receiveEvent(app, { body, headers: new Headers() })).rejects.toMatchObject(refused)
})

test('Without a secret there is no webhook, and no empty key that a stranger could sign with', async () => {
  const { body, headers } = stub.buildEvent('ver_any', '')
  const off = { ...app, config: { ...app.config, SUMSUB_WEBHOOK_SECRET: undefined } }
  await expect(receiveEvent(off, { body, headers })).rejects.toMatchObject({ status: 404 })

  const answer = await server.send('POST', '/api/webhooks/sumsub', { body: { type: 'x' } })
  expect(answer.status).toBe(404)
})
