import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { LIMITS, MAX_FORM_AGE_MS } from '../model.ts'
import { createFormStamp, getEnquiry, listEnquiries } from '../queries.ts'
import { buildCvDocument, buildEnquiryInput } from '../testing.ts'
import { type SendEnquiry, sendEnquiry } from './send-enquiry.ts'

const OPERATOR = 'office@candor.example'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

let visitors = 0
const send = (rest: Partial<SendEnquiry> = {}, address = `198.51.100.${++visitors}`) =>
  sendEnquiry(testApp.app, { address }, buildEnquiryInput(testApp.app, rest))

test('an enquiry is stored and mailed to the operator in one transaction', async () => {
  const { id } = await send({ subject: 'Opening hours', phone: ' +44 20 7946 0000 ' })
  expect(await getEnquiry(testApp.app.db, id)).toMatchObject({
    kind: 'contact',
    subject: 'Opening hours',
    phone: '+44 20 7946 0000',
    cv: null,
    state: 'new',
    assignedTo: null,
  })

  expect((await findMail(testApp.app.db, OPERATOR, 'enquiry-received'))?.data).toMatchObject({
    enquiryId: id,
    subject: 'Opening hours',
    message: 'How long does a withdrawal take?',
    hasFile: false,
  })
})

test('The writer is mailed a reference, and nothing that was typed into the form', async () => {
  const email = 'maybe-another-person@example.com'
  const enquiry = await send({ email, name: 'Buy Now', subject: 'Cheap pills' })
  const mail = await findMail(testApp.app.db, email, 'enquiry-acknowledged')

  expect(mail).toMatchObject({
    name: null,
    data: { reference: `M-${enquiry.sequence}`, kind: 'contact' },
  })
  expect(Object.keys(mail?.data ?? {})).toHaveLength(2)
})

test('an application is stored with its CV; without a valid one nothing is stored', async () => {
  const before = (await listEnquiries(testApp.app.db)).length
  await expect(send({ kind: 'career' })).rejects.toMatchObject({ code: 'no_cv', field: 'cv' })

  const notes = new TextEncoder().encode('just notes')
  await expect(send({ kind: 'career', cv: notes })).rejects.toMatchObject({
    status: 415,
    field: 'cv',
  })
  expect(await listEnquiries(testApp.app.db)).toHaveLength(before)

  const { cv } = await send({ kind: 'career', cv: buildCvDocument() })
  expect(cv).toMatchObject({ type: 'application/pdf', bytes: buildCvDocument().length })
  expect(Buffer.from(await testApp.app.files.read(cv?.key ?? ''))).toEqual(
    Buffer.from(buildCvDocument()),
  )
})

test.each([
  ['fills in what people do not see', { website: 'https://pills.example' }, 'looks_automatic'],
  [
    'has a form without a signature',
    { shown: 'mbqxyz00.AAAAAAAAAAAAAAAAAAAAAAAA' },
    'form_expired',
  ],
  ['brings no form at all', { shown: '' }, 'form_expired'],
])(
  'a program that %s is refused in words that a person could act on',
  async (_what, overrides, code) => {
    await expect(send(overrides)).rejects.toMatchObject({ code, status: 422 })
  },
)

test('a form is accepted immediately, and rejected when it is older than a day', async () => {
  const shown = createFormStamp(testApp.app)
  await expect(send({ shown })).resolves.toMatchObject({ state: 'new' })

  const later = testApp.app.clock.now().getTime() + MAX_FORM_AGE_MS + 1
  const app = { ...testApp.app, clock: { ...testApp.app.clock, now: () => new Date(later) } }
  const late = sendEnquiry(
    app,
    { address: '203.0.113.1' },
    { ...buildEnquiryInput(testApp.app), shown },
  )

  await expect(late).rejects.toMatchObject({ code: 'form_expired' })
})

test('repeated enquiries from one address are limited; others are not affected', async () => {
  for (let at = 0; at < LIMITS.from.max; at++) await send({}, '203.0.113.9')

  await expect(send({}, '203.0.113.9')).rejects.toMatchObject({
    code: 'too_many_tries',
    status: 429,
  })
  await expect(send()).resolves.toMatchObject({ state: 'new' })
})

test('refused files count against the sender’s limit', async () => {
  const cv = new TextEncoder().encode('just notes')
  for (let at = 0; at < LIMITS.from.max; at++)
    await expect(send({ kind: 'career', cv }, '203.0.113.10')).rejects.toMatchObject({
      code: 'file_type',
    })

  await expect(send({ kind: 'career', cv }, '203.0.113.10')).rejects.toMatchObject({
    code: 'too_many_tries',
  })
})

test('twenty sources that send all they may do not close the form for others', async () => {
  const sources = Array.from({ length: 20 }, (_, at) => `192.0.2.${at}`)
  const sendAll = () =>
    Promise.allSettled(
      sources.flatMap((source) => Array.from({ length: LIMITS.from.max }, () => send({}, source))),
    )

  await sendAll()
  testApp.app.clock.advance(HOUR_MS)
  const flood = await sendAll()
  const accepted = flood.filter(({ status }) => status === 'fulfilled')
  expect(accepted.length).toBeLessThan(sources.length * (LIMITS.fromWhenBusy.max + 2))

  for (let at = 0; at < LIMITS.fromWhenBusy.max; at++)
    await expect(send({}, '198.18.0.1')).resolves.toMatchObject({ state: 'new' })
  await expect(send({ kind: 'career', cv: buildCvDocument() })).resolves.toMatchObject({
    state: 'new',
  })
})

test('the database rejects changes to an enquiry', async () => {
  const { id } = await send()
  const forged = testApp.database.owner.query(
    `update enquiry set message = 'forged' where id = $1`,
    [id],
  )
  await expect(forged).rejects.toThrow('the text of an enquiry does not change')
})
