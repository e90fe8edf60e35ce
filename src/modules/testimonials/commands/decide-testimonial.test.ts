import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { getTestimonial, listPublished } from '../queries.ts'
import { createTestimonial, testimonialInput } from '../testing.ts'
import { decideTestimonial } from './decide-testimonial.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('The public reads the words and the chosen name of what is published, no more, and nothing that is hidden', async () => {
  const { app } = server
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { member } = await createTestMember(app)
  const { id } = await createTestimonial(app, member)

  await decideTestimonial(app, admin, { id, publish: true, reason: '' })

  const { json, text } = await server.send('GET', '/api/testimonials')
  const { text: testimonialText, shownName, shownAs } = testimonialInput
  expect(json.data).toEqual([
    { text: testimonialText, shownName, shownAs, mark: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect(text).not.toContain(member.id)
  await expect(
    decideTestimonial(app, admin, { id, publish: false, reason: ' ' }),
  ).rejects.toMatchObject({
    code: 'reason_needed',
  })

  await decideTestimonial(app, admin, { id, publish: false, reason: 'Names another person.' })
  expect(await listPublished(app.db)).toEqual([])
  expect(await getTestimonial(app.db, id)).toMatchObject({
    decision: { reason: 'Names another person.' },
  })
})

test('A viewer decides nothing', async () => {
  const { app } = server
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { id } = await createTestimonial(app, (await createTestMember(app)).member)

  await expect(
    decideTestimonial(app, viewer, { id, publish: true, reason: '' }),
  ).rejects.toMatchObject({
    code: 'role_missing',
  })
})
