import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestEnquiry } from '#modules/enquiries/testing.ts'
import { createAdmin } from '#modules/identity/commands/create-admin.ts'
import { buildSignUpInput } from '#modules/identity/testing.ts'
import { parseTestimonialTexts } from '#modules/testimonials/model.ts'
import { type TestServer, testServer } from '../support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const SPOOFED = 'Ana\u202eziuR'
const INVISIBLE = '\u200b'

test.each([SPOOFED, INVISIBLE])('no screen or mail gets the name %j', async (name) => {
  const signUp = { ...(await buildSignUpInput(server.app)), firstName: name }
  const signedUp = await server.send('POST', '/api/user', { body: signUp })
  expect(signedUp.status, signedUp.text).toBe(400)
  expect(signedUp.json.errors).toEqual([
    { field: 'firstName', message: expect.stringMatching(/U\+20[02][BE]/) },
  ])

  const { token } = await server.asAdmin('owner')
  const invited = await server.send('POST', '/api/admin/staff', {
    token,
    body: { firstName: 'Ana', lastName: name, email: 'ana@candor.example', role: 'viewer' },
  })
  expect(invited.status, invited.text).toBe(400)
  expect(invited.json.errors).toMatchObject([{ field: 'lastName' }])

  const input = {
    firstName: name,
    lastName: 'Ruiz',
    email: 'ana@candor.example',
    role: 'viewer' as const,
    password: 'a long password of the test, 27',
  }
  const created = createAdmin(server.app, { kind: 'system', id: 'system', label: 'x' }, input)
  await expect(created).rejects.toMatchObject({ code: 'invalid_name', field: 'firstName' })

  await expect(createTestEnquiry(server.app, { name })).rejects.toMatchObject({
    code: 'invalid_name',
    field: 'name',
  })

  const text = 'The statements were always complete.'
  for (const shown of [
    { shownName: name, shownAs: '' },
    { shownName: 'Ana', shownAs: name },
  ])
    expect(() => parseTestimonialTexts({ text, ...shown })).toThrow('U+20')
})

test.each([
  ['member', 'first_name'],
  ['member', 'last_name'],
  ['staff', 'first_name'],
  ['staff', 'last_name'],
])('the database refuses a hidden character in %s.%s', async (table, column) => {
  await server.asMember()
  await server.asAdmin()

  for (const name of [SPOOFED, INVISIBLE, '\u3164', 'Ana\u0007'])
    await expect(
      server.database.owner.query(`update ${table} set ${column} = $1`, [name]),
    ).rejects.toThrow(`${table}_${column}_visible`)

  await server.database.owner.query(`update ${table} set ${column} = $1`, ['علی\u200cرضا'])
})

test('the database refuses a hidden character in a testimonial and an enquiry', async () => {
  const asApp = (statement: string) => server.database.pool.query(statement, [SPOOFED])

  await expect(
    asApp(`insert into enquiry (id, kind, name, email, subject, message, received_at, state)
      values ('enq_' || repeat('0', 20), 'contact', $1, 'a@b.example', 'x', 'x', now(), 'new')`),
  ).rejects.toThrow('enquiry_name_visible')

  const { member } = await server.asMember()
  await expect(
    asApp(`insert into testimonial (id, member_id, message, shown_name, shown_as, consent_version,
        consent_text, submitted_at, state)
      values ('tst_' || repeat('0', 20), '${member.id}', repeat('x', 20), $1, '', 'x', 'x', now(),
        'offered')`),
  ).rejects.toThrow('testimonial_shown_name_visible')
})
