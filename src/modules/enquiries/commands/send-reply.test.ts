import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { formatReference, LENGTHS, MAX_REPLIES } from '../model.ts'
import { getEnquiry, listFromSameAddress, listReplies } from '../queries.ts'
import { createTestEnquiry } from '../testing.ts'
import { sendReply } from './send-reply.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A reply is mailed to the writer with the reference, stored, and ends the message', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const enquiry = await createTestEnquiry(app, { subject: 'Opening hours' })
  const message = ' Within 24 hours. \n\nWrite again if it takes longer. '

  const { state, handledBy } = await sendReply(app, admin, {
    id: enquiry.id,
    message,
    repliesRead: 0,
  })
  expect([state, handledBy]).toEqual(['answered', admin.id])

  expect(await listReplies(app.db, enquiry.id)).toMatchObject([
    { message: message.trim(), sentBy: admin.id },
  ])
  expect((await findMail(app.db, enquiry.email, 'enquiry-reply'))?.data).toMatchObject({
    reference: formatReference(enquiry),
    subject: 'Opening hours',
    reply: message.trim(),
    message: enquiry.message,
  })
  expect(await listAuditEvents(app.db, { subjectId: enquiry.id })).toMatchObject([
    { action: 'enquiry.replied' },
  ])
})

test('Of two staff members who reply at once, the second reads the first reply first', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { id } = await createTestEnquiry(app)
  const reply = (message: string) => sendReply(app, admin, { id, message, repliesRead: 0 })

  const outcomes = await Promise.allSettled([reply('Yes.'), reply('No.')])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'replied_meanwhile', status: 409 },
  })
  expect(await listReplies(app.db, id)).toHaveLength(1)
})

test('A viewer, an empty or too long text and an unknown message are rejected', async () => {
  const { app } = testApp
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { id } = await createTestEnquiry(app)
  const reply = (by: typeof admin, message: string, to = id) =>
    sendReply(app, by, { id: to, message, repliesRead: 0 })

  await expect(reply(viewer, 'Yes.')).rejects.toMatchObject({ code: 'role_missing' })
  await expect(reply(admin, '  ')).rejects.toMatchObject({ field: 'message', status: 400 })
  await expect(reply(admin, 'x'.repeat(LENGTHS.reply + 1))).rejects.toMatchObject({ status: 400 })
  await expect(reply(admin, 'Yes.', 'enq_none')).rejects.toMatchObject({ status: 404 })
  expect((await getEnquiry(app.db, id)).state).toBe('new')
})

test('A message takes a limited number of replies', async () => {
  const { app, database } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { id } = await createTestEnquiry(app)
  await database.owner.query(
    `insert into enquiry_reply (id, enquiry_id, message, sent_by, sent_at)
      select 'rpl_' || lpad(n::text, 20, '0'), $1, 'Yes.', $2, now()
      from generate_series(1, ${MAX_REPLIES}) n`,
    [id, admin.id],
  )

  await expect(
    sendReply(app, admin, { id, message: 'Yes.', repliesRead: MAX_REPLIES }),
  ).rejects.toMatchObject({ code: 'too_many_replies' })
})

test('The database rejects a change of a reply', async () => {
  const { app, database } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { id } = await createTestEnquiry(app)
  await sendReply(app, admin, { id, message: 'Yes.', repliesRead: 0 })

  const forged = database.owner.query(
    `update enquiry_reply set message = 'No.' where enquiry_id = $1`,
    [id],
  )
  await expect(forged).rejects.toThrow('append-only')
})

test('The other messages of an address are found in any letter case', async () => {
  const { app } = testApp
  const first = await createTestEnquiry(app, { email: 'twice@example.com' })
  const second = await createTestEnquiry(app, { email: 'Twice@Example.com' })
  const ids = async (of: typeof first) =>
    (await listFromSameAddress(app.db, of)).map(({ id }) => id)

  expect(await ids(first)).toEqual([second.id])
  expect(await ids(second)).toEqual([first.id])
})
