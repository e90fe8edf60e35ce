import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { FORM_AGE_MS, LIMITS } from '../model.ts'
import { formStamp, getEnquiry, listEnquiries } from '../queries.ts'
import { cvDocument, enquiryInput } from '../testing.ts'
import { type SendEnquiry, sendEnquiry } from './send-enquiry.ts'

const OPERATOR = 'office@candor.example'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

let visitors = 0
const send = (rest: Partial<SendEnquiry> = {}, address = `198.51.100.${++visitors}`) =>
  sendEnquiry(house.app, { address }, enquiryInput(house.app, rest))

test('what a visitor writes is kept and mailed to the operator in one step', async () => {
  const { id } = await send({ subject: 'Opening hours', phone: ' +44 20 7946 0000 ' })
  expect(await getEnquiry(house.app.db, id)).toMatchObject({
    kind: 'contact',
    subject: 'Opening hours',
    phone: '+44 20 7946 0000',
    cv: null,
    state: 'new',
    assignedTo: null,
  })

  expect((await findMail(house.app.db, OPERATOR, 'enquiry-received'))?.data).toMatchObject({
    enquiryId: id,
    subject: 'Opening hours',
    message: 'How long does a withdrawal take?',
    hasFile: false,
  })
})

test('an application keeps its CV, and one without, or with something else, leaves nothing', async () => {
  const before = (await listEnquiries(house.app.db)).length
  await expect(send({ kind: 'career' })).rejects.toMatchObject({ code: 'no_cv', field: 'cv' })

  const notes = new TextEncoder().encode('just notes')
  await expect(send({ kind: 'career', cv: notes })).rejects.toMatchObject({
    status: 415,
    field: 'cv',
  })
  expect(await listEnquiries(house.app.db)).toHaveLength(before)

  const { cv } = await send({ kind: 'career', cv: cvDocument() })
  expect(cv).toMatchObject({ type: 'application/pdf', bytes: cvDocument().length })
  expect(Buffer.from(await house.app.files.read(cv?.key ?? ''))).toEqual(Buffer.from(cvDocument()))
})

test.each([
  ['fills in what people do not see', { website: 'https://pills.example' }, 'looks_automatic'],
  ['brings a form of nobody', { shown: 'mbqxyz00.AAAAAAAAAAAAAAAAAAAAAAAA' }, 'form_expired'],
  ['brings no form at all', { shown: '' }, 'form_expired'],
])(
  'a program that %s is refused in words that a person could act on',
  async (_what, given, code) => {
    await expect(send(given)).rejects.toMatchObject({ code, status: 422 })
  },
)

test('a form sent back at once, or days later, is refused', async () => {
  const shown = formStamp(house.app)
  await expect(send({ shown })).rejects.toMatchObject({ code: 'sent_too_quickly' })

  const later = house.app.clock.now().getTime() + FORM_AGE_MS.most + 1
  const app = { ...house.app, clock: { ...house.app.clock, now: () => new Date(later) } }
  const late = sendEnquiry(app, { address: '203.0.113.1' }, { ...enquiryInput(house.app), shown })

  await expect(late).rejects.toMatchObject({ code: 'form_expired' })
})

test('somebody who writes again and again has to wait, and others need not', async () => {
  for (let at = 0; at < LIMITS.from.max; at++) await send({}, '203.0.113.9')

  await expect(send({}, '203.0.113.9')).rejects.toMatchObject({
    code: 'too_many_tries',
    status: 429,
  })
  await expect(send()).resolves.toMatchObject({ state: 'new' })
})

test('what was written can be changed by nobody, not even past the code', async () => {
  const { id } = await send()
  const forged = house.database.owner.query(`update enquiry set message = 'forged' where id = $1`, [
    id,
  ])
  await expect(forged).rejects.toThrow('what was written to us stays')
})
