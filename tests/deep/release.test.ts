import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { createInstallation, type Installation } from '../support/installed-release.ts'
import { freePort, runScript } from '../support/launcher.ts'
import { packFolder } from '../support/made-release.ts'

/** The next release: another version, function of the database and name of an asset. */
const NEXT = '99.0.0'
const MARK = 'functions/ledger/list_replicas.sql'

let folder: string
let database: TestDatabase
let archive: string
let server: Installation

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-upgrade-'))
  database = await testDatabase()
  server = createInstallation(folder, { DATABASE_URL: database.ownerUrl })
  const { code, output } = await runScript('release', ['--uncommitted', '--to', folder], {})
  if (code !== 0) throw new Error(output)
  archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.gz')) ?? '')
}, 300_000)
afterAll(async () => {
  await server.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

async function serve(port: number) {
  const url = `http://localhost:${port}`
  await server.serve('web', { PORT: String(port), PUBLIC_URL: url })
  return { get: (path: string) => fetch(`${url}${path}`) }
}

const listAssets = (html: string): string[] => html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []

/** Makes the next release of an installed one, with another name for one of its assets. */
function packNext(version: string) {
  const target = join(folder, `candor-${NEXT}`)
  execFileSync('cp', ['-a', join(server.root, 'releases', version), target])
  execFileSync('rm', ['-rf', join(target, 'node_modules')])

  const description = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  writeFileSync(
    join(target, 'package.json'),
    JSON.stringify({ ...description, version: NEXT }, null, 2),
  )
  const changed = join(target, 'db', MARK)
  writeFileSync(changed, `${readFileSync(changed, 'utf8')}\n-- changed by the next release\n`)

  // every chunk that names the script of the public pages gets its new name
  const built = join(target, 'build')
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
  const script = files.find((path) => /assets\/site-script-[\w-]{8}\.js$/.test(path)) ?? ''
  for (const path of files.filter((one) => one.startsWith(script)))
    execFileSync('mv', [
      join(built, path),
      join(built, path.replace(/site-script-[\w-]{8}/, 'site-script-NextNext')),
    ])

  return packFolder(folder, NEXT, JSON.parse(readFileSync(join(target, 'release.json'), 'utf8')))
}

test('a release runs without its sources, and its open pages outlive an upgrade', async () => {
  const { release, run } = server
  release('install', archive)
  const [version = ''] = server.listReleases()
  release('activate', version)
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(readdirSync(join(server.root, 'current'))).not.toContain('tests')

  const [firstPort, secondPort] = [await freePort(), await freePort()]
  const first = await serve(firstPort)
  const oldAssets = listAssets(await (await first.get('/')).text())
  expect(oldAssets.length).toBeGreaterThan(2)
  const login = await first.get('/login')
  expect(login.status).toBe(200)

  release('install', packNext(version))
  release('activate', NEXT)
  const migrated = run('migrate', { DATABASE_MIGRATION_URL: database.ownerUrl })
  const { code, output } = await migrated.ended
  expect(output).toContain(MARK)
  expect(code).toBe(0)

  const second = await serve(secondPort)
  const newAssets = listAssets(await (await second.get('/')).text())
  expect(newAssets.filter((path) => !oldAssets.includes(path))).toHaveLength(1)

  // during the restart of one process after the other, each answers for the pages of both
  for (const { get } of [first, second])
    for (const path of [...oldAssets, ...newAssets]) {
      const answer = await get(path)
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
  expect((await first.get('/readyz')).status, 'the old release continues').toBe(200)
  expect((await first.get('/api/plans')).status).toBe(200)

  release('activate', version)
  const [own] = version.split('+')
  const old = await run('web', { PORT: String(await freePort()) }).ended
  expect(old.code).toBe(1)
  expect(old.output).toContain(
    `The database was migrated by release ${NEXT}, and this is release ${own}`,
  )
  expect(old.output).not.toContain('    at ')

  const oldMigration = await run('migrate', { DATABASE_MIGRATION_URL: database.ownerUrl }).ended
  expect(oldMigration.code).toBe(1)
  expect(oldMigration.output).toContain("an older release doesn't run on a newer database")
}, 300_000)
