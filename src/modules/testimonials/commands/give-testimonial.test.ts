import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { CONSENT } from '../model.ts'
import { findOwn, listPublished } from '../queries.ts'
import { createTestimonial, testimonialInput } from '../testing.ts'
import { type GiveTestimonial, giveTestimonial } from './give-testimonial.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A testimonial waits for review with its consent; neither can be changed', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const testimonial = await createTestimonial(app, member)

  expect(testimonial).toMatchObject({
    state: 'offered',
    consent: { version: CONSENT.version, text: CONSENT.text },
  })
  expect(await findOwn(app.db, member.id)).toEqual(testimonial)
  expect(await listPublished(app.db)).toEqual([])

  for (const change of [
    `message = 'I got rich, rich, rich, rich.'`,
    `consent_text = 'x'`,
    `shown_name = 'X'`,
  ])
    await expect(database.owner.query(`update testimonial set ${change}`)).rejects.toThrow(
      'of a testimonial do not change',
    )

  await expect(giveTestimonial(app, member, testimonialInput)).rejects.toMatchObject({
    code: 'testimonial_exists',
  })
})

test('A testimonial without consent or with a promise is rejected and not stored', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const give = (overrides: Partial<GiveTestimonial>) =>
    giveTestimonial(app, member, { ...testimonialInput, ...overrides })

  for (const shownName of [' ', 'a'.repeat(81)])
    await expect(give({ shownName })).rejects.toMatchObject({
      code: 'name_needed',
      field: 'shownName',
    })
  await expect(give({ consentVersion: '' })).rejects.toMatchObject({
    code: 'consent_needed',
    field: 'consent',
  })

  await expect(
    give({ text: 'My profit here is guaranteed, invite your friends.' }),
  ).rejects.toMatchObject({
    code: 'promises_return',
    message: expect.stringContaining('guaranteed'),
  })

  await expect(give({ text: 'Good.' })).rejects.toMatchObject({ field: 'text' })
  await expect(give({ shownName: ' ' })).rejects.toMatchObject({ field: 'shownName' })

  const unverified = { ...member, status: 'unverified' as const }
  await expect(giveTestimonial(app, unverified, testimonialInput)).rejects.toMatchObject({
    status: 403,
  })

  const storedRows = await database.owner.query('select from testimonial where member_id = $1', [
    member.id,
  ])
  expect(storedRows.rowCount).toBe(0)
})
