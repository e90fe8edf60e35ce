import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findOwn, getTestimonial, listPublished } from '../queries.ts'
import { createTestimonial } from '../testing.ts'
import { decideTestimonial } from './decide-testimonial.ts'
import { withdrawTestimonial } from './withdraw-testimonial.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Consent that is taken back hides the words at once; no admin brings them back', async () => {
  const { app, database } = testApp
  const { admin } = await createTestAdmin(app)
  const { member } = await createTestMember(app)
  const { id } = await createTestimonial(app, member)

  await decideTestimonial(app, admin, { id, publish: true, reason: '' })
  await withdrawTestimonial(app, member)

  expect(await listPublished(app.db)).toEqual([])
  expect(await findOwn(app.db, member.id)).toBeNull()
  expect((await getTestimonial(app.db, id)).consent.withdrawnAt).toEqual(app.clock.now())

  const again = decideTestimonial(app, admin, { id, publish: true, reason: '' })
  await expect(again).rejects.toMatchObject({ code: 'consent_withdrawn' })
  await expect(
    database.owner.query(`update testimonial set state = 'published', withdrawn_at = null`),
  ).rejects.toThrow('consent was withdrawn')

  await withdrawTestimonial(app, member)
  expect(
    await listAuditEvents(app.db, { subjectId: id, action: 'testimonial.withdrawn' }),
  ).toHaveLength(1)
  expect((await createTestimonial(app, member)).state).toBe('offered')
})

test('Who leaves takes their words along', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const { id } = await createTestimonial(app, member)

  await database.owner.query(
    `update member set status = 'closed', closed_at = now(), email = id || '@closed.invalid',
      country = 'ZZ',
       phone_number = '' where id = $1`,
    [member.id],
  )

  await expect(getTestimonial(app.db, id)).rejects.toMatchObject({ status: 404 })
})
