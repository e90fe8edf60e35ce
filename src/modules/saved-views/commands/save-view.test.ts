import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { VIEWS_LIMIT } from '../model.ts'
import { listSavedViews } from '../queries.ts'
import { saveView } from './save-view.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 8 })
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
})
afterAll(() => testApp.close())

const list = (admin: Admin, of: 'deposits' | 'withdrawals' | 'members' = 'deposits') =>
  listSavedViews(testApp.app.db, admin.id, of)
const save = (admin: Admin, name: string, query = 'status=pending', of = 'deposits' as const) =>
  saveView(testApp.app, admin.id, { list: of, name, query })

test('a view stores the filters of its list without the search text and the page', async () => {
  await save(ines, '  Large,  waiting ', 'page=3&q=Maya&open=dep_1&min=5000&status=pending&sort=')
  expect(await list(ines)).toMatchObject([
    { name: 'Large, waiting', query: 'status=pending&min=5000' },
  ])
})

test('a view is seen by the person who saved it, on its list alone', async () => {
  await save(ruth, 'Mine')
  expect((await list(ruth)).map(({ name }) => name)).toEqual(['Mine'])
  expect(await list(ruth, 'withdrawals')).toEqual([])
  expect((await list(ines)).map(({ name }) => name)).not.toContain('Mine')
})

test('a name is used once on a list, whatever its capitals, and is neither empty nor long', async () => {
  await save(ines, 'Late')
  await expect(save(ines, 'LATE')).rejects.toMatchObject({ code: 'name_taken', field: 'name' })
  await save(ruth, 'Late')

  for (const name of ['', '   ', 'x'.repeat(61)])
    await expect(save(ines, name)).rejects.toMatchObject({ code: 'name_needed', field: 'name' })
})

test('a view without a filter is rejected', async () => {
  for (const query of ['', 'page=2', 'q=maya', 'drop=table'])
    await expect(save(ines, 'Nothing', query)).rejects.toMatchObject({ code: 'nothing_to_save' })
})

test('a person saves twenty views of a list at most, also at the same moment', async () => {
  const person = (await createTestAdmin(testApp.app, { role: 'viewer' })).admin
  const outcomes = await Promise.allSettled(
    Array.from({ length: VIEWS_LIMIT + 5 }, (_, at) => save(person, `View ${at}`)),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(VIEWS_LIMIT)
  expect(await list(person)).toHaveLength(VIEWS_LIMIT)
  await expect(save(person, 'One more')).rejects.toMatchObject({ code: 'too_many_views' })
  await expect(
    saveView(testApp.app, person.id, { list: 'members', name: 'One more', query: 'country=DE' }),
  ).resolves.toMatchObject({ query: 'country=DE' })
})
