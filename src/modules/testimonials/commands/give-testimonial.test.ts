import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { CONSENT } from '../model.ts'
import { findOwn, listPublished } from '../queries.ts'
import { aTestimonial, testimonialInput } from '../testing.ts'
import { type GiveTestimonial, giveTestimonial } from './give-testimonial.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('A member’s words wait to be read, with the consent as it was shown; nobody changes a letter of either', async () => {
  const { app, database } = house
  const { member } = await aMember(app)
  const given = await aTestimonial(app, member)

  expect(given).toMatchObject({
    state: 'offered',
    consent: { version: CONSENT.version, text: CONSENT.text },
  })
  expect(await findOwn(app.db, member.id)).toEqual(given)
  expect(await listPublished(app.db)).toEqual([])

  for (const change of [
    `words = 'I got rich, rich, rich, rich.'`,
    `consent_text = 'x'`,
    `shown_name = 'X'`,
  ])
    await expect(database.owner.query(`update testimonial set ${change}`)).rejects.toThrow(
      'as they were given',
    )

  await expect(giveTestimonial(app, member, testimonialInput)).rejects.toMatchObject({
    code: 'testimonial_exists',
  })
})

test('Without consent, with a promise, too short, or by somebody suspended or unverified, nothing is kept', async () => {
  const { app, database } = house
  const { member } = await aMember(app)
  const give = (given: Partial<GiveTestimonial>) =>
    giveTestimonial(app, member, { ...testimonialInput, ...given })

  await expect(give({ consentVersion: '' })).rejects.toMatchObject({
    code: 'consent_needed',
    field: 'consent',
  })

  await expect(
    give({ words: 'My profit here is guaranteed, tell your friends.' }),
  ).rejects.toMatchObject({
    code: 'promises_return',
    message: expect.stringContaining('guaranteed'),
  })

  await expect(give({ words: 'Good.' })).rejects.toMatchObject({ field: 'words' })
  await expect(give({ shownName: ' ' })).rejects.toMatchObject({ field: 'shownName' })

  const unverified = { ...member, status: 'unverified' as const }
  await expect(giveTestimonial(app, unverified, testimonialInput)).rejects.toMatchObject({
    status: 403,
  })

  const kept = await database.owner.query('select from testimonial where member_id = $1', [
    member.id,
  ])
  expect(kept.rowCount).toBe(0)
})
