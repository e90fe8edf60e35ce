import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { DOSSIER_LIFE_MS, dossierKey } from '../model.ts'
import { getReadyDossier } from '../queries/dossiers.ts'
import { dropDossiers } from './drop-dossiers.ts'
import { makeDossier } from './make-dossier.ts'
import { requestDossier } from './request-dossier.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('A file can be had for seven days, and is removed then', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const { id } = await requestDossier(app, member, { password: SAMPLE_PASSWORD })

  await makeDossier(app, id)
  app.clock.advance(DOSSIER_LIFE_MS - 1)

  expect(await dropDossiers(app)).toBe(0)

  await getReadyDossier(app.db, member.id, id, app.clock.now())
  app.clock.advance(1)

  await expect(getReadyDossier(app.db, member.id, id, app.clock.now())).rejects.toMatchObject({
    code: 'dossier_not_ready',
  })
  expect(await dropDossiers(app)).toBe(1)
  await expect(app.files.read(dossierKey(id))).rejects.toThrow('ENOENT')
})
