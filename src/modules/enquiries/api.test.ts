import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, type TestServer, testServer } from '../../../tests/support/http.ts'
import { takeForm } from './api.ts'
import { buildCvDocument, buildEnquiryInput } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

function buildForm(rest: Record<string, string> = {}): FormData {
  const form = new FormData()
  const { cv: _cv, ...input } = buildEnquiryInput(server.app)
  for (const [name, value] of Object.entries({ ...input, ...rest })) form.set(name, String(value))
  return form
}

test('an application goes in by the open call; staff read it and download its CV', async () => {
  const form = buildForm({ kind: 'career', subject: 'Bookkeeper' })
  form.set('cv', new File([Uint8Array.from(buildCvDocument())], '../../cv.pdf'))

  const sent = await server.send('POST', '/api/enquiries', { body: form })
  expect(sent.status, sent.text).toBe(200)

  const { token } = await server.asAdmin('support')
  const { json } = await server.send('GET', '/api/admin/enquiries?kind=career', { token })
  expect(json.data).toMatchObject({
    unread: 1,
    enquiries: [{ subject: 'Bookkeeper', state: 'new' }],
  })

  const [{ _id, cv }] = json.data.enquiries
  const file = await server.send('GET', cv.path, { token })
  expect(file.headers.get('content-disposition')).toContain(`cv-${_id}.pdf`)

  const marked = await server.send('PATCH', `/api/admin/enquiries/${_id}`, {
    token,
    body: { state: 'read' },
  })
  expect(marked.json.data).toMatchObject({ _id, state: 'read' })

  const read = await server.send('GET', `/api/admin/enquiries/${_id}`, { token })
  expect(read.json.data).toMatchObject({ state: 'read', cv: { type: 'application/pdf' } })
})

test('a form reports every wrong field at once and retains the values', async () => {
  const body = buildForm({ name: ' ', email: 'nobody', message: 'Kept' })
  const raw = new Request(`${ORIGIN}/contact`, { method: 'POST', body })
  const answer = await takeForm(server.app, { address: 'here' }, raw, 'contact')

  expect(answer).toMatchObject({ sent: false, status: 400, written: { message: 'Kept' } })
  expect(answer.sent ? [] : answer.errors).toEqual([
    { field: 'name', message: 'Please enter your name.' },
    { field: 'email', message: 'Please enter a valid email address.' },
  ])
})

test('the form of an application names its own field, and a missing file at once', async () => {
  const raw = new Request(`${ORIGIN}/career`, {
    method: 'POST',
    body: buildForm({ subject: ' ' }),
    headers: { origin: ORIGIN },
  })

  const answer = await takeForm(server.app, { address: 'here' }, raw, 'career')
  expect(answer.sent ? [] : answer.errors).toEqual([
    { field: 'subject', message: 'Please enter the position.' },
    { field: 'cv', message: 'Please attach your resume (CV) as a PDF or an image.' },
  ])
})

test('a form that another site sends is refused', async () => {
  const raw = new Request(`${ORIGIN}/contact`, {
    method: 'POST',
    body: buildForm(),
    headers: { origin: 'https://elsewhere.example' },
  })

  expect(await takeForm(server.app, { address: 'here' }, raw, 'contact')).toMatchObject({
    sent: false,
    status: 403,
  })
})
