import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '#lib/roles.ts'
import { everyCall } from '../support/every-call.ts'
import { type TestServer, testServer } from '../support/http.ts'

const CALLS = everyCall()
const REFUSED = ['signed_out', 'forbidden']

let server: TestServer
const tokens = new Map<string, string>()

beforeAll(async () => {
  server = await testServer()
  tokens.set('member', (await server.asMember()).token)
  for (const role of ROLES) tokens.set(role, (await server.asAdmin(role)).token)
})
afterAll(() => server.close())

/** What the door says to someone who sends nothing that the call could act on. */
async function codeFor(call: (typeof CALLS)[number], who: string) {
  const token = tokens.get(who)
  const path = `/api${call.path.replace(/\{\w+\}/g, 'none')}`
  const options = call.method === 'GET' ? {} : call.meta.upload ? { body: new FormData() } : { body: {} }
  const answer = await server.send(call.method, path, { ...options, ...(token && { token }) })
  return { status: answer.status, code: answer.json?.code as string | undefined }
}

describe('every call, for everybody', () => {
  test('there are calls for each kind of person', () => {
    expect(CALLS.length).toBeGreaterThan(30)
    expect(new Set(CALLS.map(({ meta }) => typeof meta.who))).toEqual(new Set(['string', 'object']))
  })

  test('what moves money is never open to anyone', () => {
    expect(CALLS.filter(({ meta }) => meta.money && meta.who === 'anyone')).toEqual([])
  })

  for (const call of CALLS)
    test(`${call.method} ${call.path} opens to whom it declares, and to nobody else`, async () => {
      const { who } = call.meta
      for (const person of ['nobody', 'member', ...ROLES]) {
        if (who === 'anyone' && person !== 'nobody') continue // log-out would end the sessions of this test
        const { status, code } = await codeFor(call, person)
        const open =
          who === 'anyone' || who === person || (typeof who !== 'string' && who.includes(person as never))
        const expected = open ? 'let in' : person === 'nobody' ? 401 : 403
        const found = REFUSED.includes(code ?? '') ? status : 'let in'
        expect(found, `${person} at ${call.path}: ${status} ${code}`).toBe(expected)
        expect(status, `${person} at ${call.path}`).toBeLessThan(500)
      }
    })
})
