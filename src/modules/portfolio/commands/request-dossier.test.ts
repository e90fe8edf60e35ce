import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { getReadyDossier, listDossiers } from '../queries/dossiers.ts'
import { makeDossier } from './make-dossier.ts'
import { requestDossier } from './request-dossier.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const password = SAMPLE_PASSWORD

test('Two within 24 hours, one at a time, and only with the password', async () => {
  const { app } = house
  const { member } = await aMember(app)
  await expect(requestDossier(app, member, { password: 'not this' })).rejects.toMatchObject({
    code: 'password_wrong',
  })

  const first = await requestDossier(app, member, { password })
  await expect(requestDossier(app, member, { password })).rejects.toMatchObject({
    code: 'dossier_waiting',
  })

  await makeDossier(app, first.id)
  await makeDossier(app, (await requestDossier(app, member, { password })).id)

  await expect(requestDossier(app, member, { password })).rejects.toMatchObject({
    code: 'too_many_dossiers',
    status: 429,
  })

  app.clock.advance(24 * 3_600_000)
  await requestDossier(app, member, { password })

  expect(await listDossiers(app.db, member.id)).toHaveLength(3)
})

test('Asked twice at the same moment one is made', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const asked = await Promise.allSettled(
    [1, 2].map(() => requestDossier(app, member, { password })),
  )

  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('What isn’t made yet, and what is another member’s, can’t be had', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const { member: other } = await aMember(app)
  const { id } = await requestDossier(app, member, { password })
  const now = app.clock.now()

  await expect(getReadyDossier(app.db, member.id, id, now)).rejects.toMatchObject({
    code: 'dossier_not_ready',
  })

  await makeDossier(app, id)
  await expect(getReadyDossier(app.db, other.id, id, now)).rejects.toMatchObject({ status: 404 })
  expect((await getReadyDossier(app.db, member.id, id, now)).status).toBe('ready')
})
