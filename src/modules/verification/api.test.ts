import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import {
  buildStubConfig,
  openSumsubStub,
  STUB_APP_TOKEN,
  STUB_SECRET_KEY,
  STUB_WEBHOOK_SECRET,
} from '../../../tests/support/sumsub-stub.ts'
import { drawTestDocument, TEST_DETAILS } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

type Level = { level: string; status: string; missing: string[]; verification: string }

const findLevel = (json: { data: { levels: Level[] } }, level: string) =>
  json.data.levels.find((one) => one.level === level)

async function buildUpload(kind: string) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new File([Uint8Array.from(await drawTestDocument())], '../../id.png'))
  return form
}

test('A member declares, uploads, replaces, removes and submits; a reviewer sees all of it and passes', async () => {
  const { token, member } = await server.asMember()
  const call = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/users/verification${path}`, { token, body })

  const { json: fresh } = await call('GET', '')
  expect(fresh.data).toMatchObject({ provider: 'desk', level: 0, details: null, minAge: 18 })
  expect(findLevel(fresh, 'basic')).toMatchObject({
    status: 'not_started',
    canBegin: true,
    needs: ['identity_document', 'photo_with_code'],
  })

  const wrong = await call('PUT', '/details', { ...TEST_DETAILS, city: '', version: 0 })
  expect(wrong.status).toBe(422)
  expect(wrong.json.errors).toMatchObject([{ field: 'city' }])
  await call('PUT', '/details', { ...TEST_DETAILS, version: 0 })
  const begun = findLevel((await call('POST', '/begin', { level: 'basic' })).json, 'basic')
  expect(begun).toMatchObject({ status: 'waiting_for_member', code: expect.any(String) })

  const upload = async (kind: string) =>
    await call('POST', `/${begun?.verification}/documents`, await buildUpload(kind))
  await upload('identity_document')
  const { json: one } = await upload('photo_with_code')
  const [, photo] = one.data.levels[0].documents
  const { json: less } = await call('DELETE', `/documents/${photo._id}`)
  expect(findLevel(less, 'basic')?.missing).toEqual(['photo_with_code'])
  expect((await call('POST', `/${begun?.verification}/submit`)).status).toBe(409)
  await upload('photo_with_code')
  const { json: sent } = await call('POST', `/${begun?.verification}/submit`)
  expect(sent.data).toMatchObject({ detailsLocked: true })

  const { token: staff } = await server.asAdmin('support')
  const admin = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin/verifications${path}`, { token: staff, body })
  const { json: queue } = await admin('GET', '?status=in_review')
  expect(queue.data).toMatchObject({
    inReview: 1,
    overdue: 0,
    verifications: [{ member: { name: member.label }, overdue: false }],
  })

  const { json: review } = await admin('GET', `/${begun?.verification}`)
  expect(review.data).toMatchObject({
    submitted: { name: member.label, birthDate: '1990-05-31' },
    profile: { name: member.label, email: member.email },
    checks: ['name', 'birthDate', 'photo', 'code'],
    sameDocuments: [],
  })

  const today = server.clock.today()
  const passed = await admin('POST', `/${begun?.verification}/pass`, {
    confirmed: ['name', 'birthDate', 'photo', 'code'],
    documentValidUntil: addDays(today, 900),
    recheckOn: addDays(today, 700),
  })
  expect(passed.json.data).toMatchObject({ status: 'passed', memberLevel: 1 })
  expect((await call('GET', '')).json.data).toMatchObject({ level: 1 })
})

test('A document is a download that no browser stores, runs or displays as a page', async () => {
  const { token } = await server.asMember()
  const call = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/users/verification${path}`, { token, body })
  await call('PUT', '/details', { ...TEST_DETAILS, version: 0 })
  const id = findLevel(
    (await call('POST', '/begin', { level: 'basic' })).json,
    'basic',
  )?.verification
  await call('POST', `/${id}/documents`, await buildUpload('identity_document'))

  const { token: staff } = await server.asAdmin('owner')
  const { json } = await server.send('GET', `/api/admin/verifications/${id}`, { token: staff })
  const [{ path }] = json.data.documents
  const file = await server.send('GET', path, { token: staff })
  expect(file.status).toBe(200)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'image/png',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-disposition': expect.stringContaining('attachment'),
  })

  const { token: viewer } = await server.asAdmin('viewer')
  expect((await server.send('GET', path, { token: viewer })).status).toBe(403)
  expect((await server.send('GET', path)).status).toBe(401)
  expect((await server.send('GET', path, { token })).status).toBe(403)
})

test('A webhook of Sumsub needs its signature over the very bytes, and no session', async () => {
  const stub = await openSumsubStub()
  const { SUMSUB_LEVELS } = buildStubConfig(stub)
  const own = await testServer({
    environment: {
      IDENTITY_PROVIDER: 'sumsub',
      SUMSUB_URL: stub.base,
      SUMSUB_APP_TOKEN: STUB_APP_TOKEN,
      SUMSUB_SECRET_KEY: STUB_SECRET_KEY,
      SUMSUB_WEBHOOK_SECRET: STUB_WEBHOOK_SECRET,
      SUMSUB_LEVELS: SUMSUB_LEVELS.map(({ kind, address }) => `${kind}=${address}`).join(),
    },
  })
  const { body, headers } = stub.buildEvent('ver_any')
  const send = (sent: Uint8Array) =>
    own.send('POST', '/api/webhooks/sumsub', { body: sent, headers: Object.fromEntries(headers) })

  expect((await send(body)).status).toBe(200)
  const refused = await send(Buffer.concat([body, Buffer.from(' ')]))
  expect(refused).toMatchObject({ status: 401, json: { code: 'bad_signature' } })

  await own.close()
  await stub.close()
})
