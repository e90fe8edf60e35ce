import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { getTestimonial, listPublished } from '../queries.ts'
import { aTestimonial, testimonialInput } from '../testing.ts'
import { decideTestimonial } from './decide-testimonial.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('The public reads what was published and nothing that was hidden: words and the chosen name, no more', async () => {
  const { app } = server
  const { admin } = await anAdmin(app, { role: 'support' })
  const { member } = await aMember(app)
  const { id } = await aTestimonial(app, member)

  await decideTestimonial(app, admin, { id, publish: true, reason: '' })

  const { json, text } = await server.send('GET', '/api/testimonials')
  const { words, shownName, shownAs } = testimonialInput
  expect(json.data).toEqual([
    { words, shownName, shownAs, mark: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect(text).not.toContain(member.id)
  await expect(
    decideTestimonial(app, admin, { id, publish: false, reason: ' ' }),
  ).rejects.toMatchObject({
    code: 'reason_needed',
  })

  await decideTestimonial(app, admin, { id, publish: false, reason: 'Names somebody else.' })
  expect(await listPublished(app.db)).toEqual([])
  expect(await getTestimonial(app.db, id)).toMatchObject({
    decision: { reason: 'Names somebody else.' },
  })
})

test('A viewer decides nothing', async () => {
  const { app } = server
  const { admin: viewer } = await anAdmin(app, { role: 'viewer' })
  const { id } = await aTestimonial(app, (await aMember(app)).member)

  await expect(
    decideTestimonial(app, viewer, { id, publish: true, reason: '' }),
  ).rejects.toMatchObject({
    code: 'role_missing',
  })
})
