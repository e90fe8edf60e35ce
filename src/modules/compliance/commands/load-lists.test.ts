import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { SAMPLE_LISTS } from '../adapters/sample-lists.ts'
import type { ListSource } from '../model.ts'
import { listScreeningLists } from '../queries.ts'
import { loadScreeningLists } from './load-lists.ts'

let testApp: TestApp
let folder: string
beforeAll(async () => {
  testApp = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'candor-lists-'))
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

/** The app with lists that are files of the operator. */
async function configure(files: Partial<Record<ListSource, string>>): Promise<App> {
  const SCREENING_LISTS = await Promise.all(
    Object.entries(files).map(async ([source, content]) => {
      const kind = source as ListSource
      const address = join(folder, kind)
      await writeFile(address, content)
      return { kind, address }
    }),
  )
  const { app } = testApp

  return { ...app, config: { ...app.config, SCREENING_LISTS } }
}

const readSources = async () =>
  (await listScreeningLists(testApp.app.db)).map(({ source }) => source)
const countParties = async () => {
  const { rows } = await testApp.database.pool.query(
    'select count(*)::int as n, count(distinct list_id)::int as lists from screening_party',
  )
  return rows[0]
}

test('The sandbox loads invented lists once, until the operator’s files replace them', async () => {
  const { app } = testApp
  await loadScreeningLists(app)
  const loaded = await listScreeningLists(app.db)
  expect(loaded.map(({ source }) => source).sort()).toEqual(['eu', 'ofac', 'uk', 'un'])
  expect(await countParties()).toEqual({ n: 48, lists: 4 })

  await loadScreeningLists(app)
  expect(await listScreeningLists(app.db)).toEqual(loaded)

  await loadScreeningLists(await configure({ un: `${SAMPLE_LISTS.un}<!-- another version -->` }))
  expect((await readSources()).sort()).toEqual(['eu', 'ofac', 'uk', 'un'])
  expect(await countParties()).toEqual({ n: 48, lists: 4 })
  expect((await listScreeningLists(app.db)).map(({ id }) => id)).not.toEqual(
    loaded.map(({ id }) => id),
  )
})

test('A truncated list changes nothing and is reported; the others are loaded', async () => {
  const { app } = testApp
  await loadScreeningLists(app)
  const before = await listScreeningLists(app.db)
  const cut = SAMPLE_LISTS.eu.slice(0, SAMPLE_LISTS.eu.length / 2)
  const configured = await configure({ eu: cut, uk: `${SAMPLE_LISTS.uk}\r\n` })

  await expect(loadScreeningLists(configured)).rejects.toMatchObject({ code: 'invalid_list' })

  const after = await listScreeningLists(app.db)
  const find = (lists: typeof after, name: ListSource) =>
    lists.find(({ source }) => source === name)
  expect(find(after, 'eu')).toEqual(find(before, 'eu'))
  expect(find(after, 'uk')?.id).not.toBe(find(before, 'uk')?.id)
})

test('A file that is not there is named', async () => {
  const { app } = testApp
  const missing = [{ kind: 'ofac' as const, address: '/nowhere/sdn.xml' }]
  const config = { ...app.config, SCREENING_LISTS: missing }
  await expect(loadScreeningLists({ ...app, config })).rejects.toThrow('/nowhere/sdn.xml')
})

test('Live loads no list of the sandbox, also where its file is configured', async () => {
  const app = await configure({ eu: SAMPLE_LISTS.eu })
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }

  await expect(loadScreeningLists(live)).rejects.toThrow('live needs the official one')
})
