import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listMissingSettings, readConfig } from '../config.ts'
import { settingsSchema } from './config/settings.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/operating/configuration.md')

test('Every setting is documented with its default and its meaning, and nothing else is', () => {
  const settings =
    z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }).properties ?? {}
  const expected = Object.entries(settings).map(([name, setting]) => {
    const { default: value, description } = setting as { default?: unknown; description?: string }
    return `| \`${name}\` | ${value === undefined ? '–' : `\`${value}\``} | ${description} |`
  })
  const rows = readFileSync(DOCUMENT, 'utf8').split('\n')

  expect(rows.filter((row) => /^\| `[A-Z\d_]+`/.test(row))).toEqual(expected)
})

test('Everything that is wrong is listed at once, by name', () => {
  const wrong = () =>
    readConfig({ PORT: '70000', MODE: 'production', SECRET: 'short', DATABASE_POOL: '1' })
  for (const name of ['PORT', 'MODE', 'SECRET', 'DATABASE_POOL'])
    expect(wrong).toThrow(`\n  ${name}: `)
})

test('The port of the application cannot serve metrics', () => {
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('\n  METRICS_PORT: ')
  expect(readConfig({ METRICS_PORT: '0', PORT: '0' })).toMatchObject({ METRICS_PORT: 0 })
  expect(readConfig({ METRICS_PORT: '' }).METRICS_PORT).toBeUndefined()
})

test('Alert recipients are a list of valid addresses', () => {
  expect(readConfig({ ALERT_MAIL: 'night@a.example, day@a.example' }).ALERT_MAIL).toEqual([
    'night@a.example',
    'day@a.example',
  ])
  expect(readConfig({}).ALERT_MAIL).toEqual([])
  expect(() => readConfig({ ALERT_MAIL: 'night@a.example,nobody' })).toThrow('\n  ALERT_MAIL')
})

test('An empty setting counts as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test('A quote needs two distinct real exchanges', () => {
  const feeds = (PRICE_FEEDS: string) => readConfig({ PRICE_FEEDS }).PRICE_FEEDS
  expect(readConfig({}).PRICE_FEEDS).toEqual(['simulated'])
  expect(feeds('kraken, coinbase,frankfurter')).toEqual(['kraken', 'coinbase', 'frankfurter'])

  for (const wrong of [
    'kraken',
    'kraken,kraken',
    'kraken,coingecko',
    'simulated,kraken,coinbase',
    'stooq',
  ])
    expect(() => feeds(wrong), wrong).toThrow('\n  PRICE_FEEDS')
})

const BUCKET = {
  S3_BUCKET: 'files-of-ours',
  S3_ENDPOINT: 'https://s3.example',
  S3_ACCESS_KEY_ID: 'a-key',
  S3_SECRET_ACCESS_KEY: 'a-secret',
}

test('The settings of a bucket are complete or absent', () => {
  expect(readConfig(BUCKET)).toMatchObject({ ...BUCKET, S3_REGION: 'us-east-1' })

  for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
    expect(() => readConfig({ ...BUCKET, [name]: '' })).toThrow(`\n  ${name}: S3_BUCKET needs it`)
    expect(() => readConfig({ ...BUCKET, S3_BUCKET: '' })).toThrow(
      `\n  ${name}: has no effect without S3_BUCKET`,
    )
  }

  const wrong = {
    S3_BUCKET: ['No Bucket', 'a', '../x', '-a-'],
    S3_ENDPOINT: ['s3.example', 'ftp://s3.example', 'https://s3.example/path', 'https://a:b@s3'],
    S3_PREFIX: ['/a', 'a/', '../a', 'a//b', 'a b'],
    S3_REGION: ['eu central'],
    S3_ENCRYPTION: ['none'],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      expect(() => readConfig({ ...BUCKET, [name]: value }), value).toThrow(`\n  ${name}: `)

  expect(() => readConfig({ ...BUCKET, S3_ENDPOINT: 'http://10.0.0.1:9000' })).toThrow(
    '\n  S3_PATH_STYLE: ',
  )
  expect(() => readConfig({ ...BUCKET, MODE: 'live', S3_ENDPOINT: 'http://s3.example' })).toThrow(
    '\n  S3_ENDPOINT: live needs https',
  )
})

test('A key can be in a file, which is named when it can’t be used, never with its content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-config-'))
  const [file, empty] = [join(folder, 'secret'), join(folder, 'empty')]
  writeFileSync(file, 'from a file\n')
  writeFileSync(empty, '\n')
  const { S3_SECRET_ACCESS_KEY: _secret, ...rest } = BUCKET
  const read = (path: string, more = {}) =>
    readConfig({ ...rest, S3_SECRET_ACCESS_KEY_FILE: path, ...more })

  expect(read(file).S3_SECRET_ACCESS_KEY).toBe('from a file')
  expect(() => read(empty)).toThrow('\n  S3_SECRET_ACCESS_KEY_FILE: ')
  expect(() => read(join(folder, 'none'))).toThrow("none can't be read")
  expect(() => read(file, { S3_SECRET_ACCESS_KEY: 'x' })).toThrow(
    '\n  S3_SECRET_ACCESS_KEY_FILE: S3_SECRET_ACCESS_KEY is set too',
  )
  expect(() => read(file, { PORT: 'x' })).not.toThrow('from a file')

  for (const name of ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'COINGECKO_KEY'] as const)
    expect(readConfig({ [`${name}_FILE`]: file })[name]).toBe('from a file')

  writeFileSync(file, `${'a'.repeat(64)}\n`)
  expect(readConfig({ SECRET_FILE: file, SECRET_BEFORE_FILE: file })).toMatchObject({
    SECRET: 'a'.repeat(64),
    SECRET_BEFORE: ['a'.repeat(64)],
  })
  writeFileSync(file, 'smtps://candor:long-enough@mail.example\n')
  expect(readConfig({ SMTP_URL_FILE: file }).SMTP_URL).toContain('@mail.example')

  rmSync(folder, { recursive: true })
})

test('Headers of the collector are read in the form of OpenTelemetry', () => {
  const read = (text: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).OTEL_EXPORTER_OTLP_HEADERS

  expect(read('')).toEqual({})
  expect(read('authorization=Bearer%20a=b%2C, x-tenant = seven')).toEqual({
    authorization: 'Bearer a=b,',
    'x-tenant': 'seven',
  })
  for (const wrong of ['no pair', 'a=', 'a b=c', 'a=%0d%0ahost', 'a=%zz', 'a=b;c=ü'])
    expect(() => read(wrong), wrong).toThrow('\n  OTEL_EXPORTER_OTLP_HEADERS: is not name=value')
})

const LIVE = {
  MODE: 'live',
  PUBLIC_URL: 'https://candor.example',
  DATABASE_URL: 'postgres://candor:a-long-password@db.example/candor?sslmode=verify-full',
  SMTP_URL: 'smtps://candor:a-long-password@mail.example',
  MAIL_FROM: 'Example <no-reply@bank.example>',
  SECRET: '5f0c9d2ab7e84613c07d5e9f1a2b3c4d',
  LOG_KEY: 'a1f0c9d2ab7e84613c07d5e9f1a2b3c4',
  OPERATOR_NAME: 'Example Capital Ltd',
  SCREENING_LISTS: 'ofac=/srv/lists/sdn.xml',
  DOCUMENT_KEYS: `first:${'5f0c9d2a'.repeat(8)}`,
  PRICE_FEEDS: 'kraken,coinbase',
  ALERT_MAIL: 'night@bank.example',
}
const DATABASE = 'postgres://candor:a-long-password@db.example/candor'

const listMissing = (overrides: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-brand-'))
  const operator = { address: '1 Street', email: 'office@bank.example', registration: 'none' }
  writeFileSync(join(folder, 'brand.json'), JSON.stringify({ operator }))
  try {
    return listMissingSettings(readConfig({ ...LIVE, BRAND_DIR: folder, ...overrides }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('Complete settings of a live installation lack nothing.', () => {
  expect(listMissing({})).toEqual([])
})

test.each([
  ['address', 'PUBLIC_URL', { PUBLIC_URL: '' }],
  ['address', 'PUBLIC_URL', { PUBLIC_URL: 'http://candor.example' }],
  ['database', 'DATABASE_URL', { DATABASE_URL: '' }],
  ['database', 'DATABASE_URL: live needs sslmode=verify-full', { DATABASE_URL: DATABASE }],
  ['database', 'DATABASE_WATCHER_URL', { DATABASE_WATCHER_URL: DATABASE }],
  ['database', 'DATABASE_MIGRATION_URL', { DATABASE_MIGRATION_URL: DATABASE }],
  [
    'database',
    'DATABASE_URL: live needs a password of 12 letters or more',
    { DATABASE_URL: 'postgres://candor:postgres@127.0.0.1/candor' },
  ],
  ['mail', 'SMTP_URL', { SMTP_URL: '' }],
  ['mail', 'SMTP_URL: live needs a password', { SMTP_URL: 'smtps://me:secret@mail.example' }],
  ['mail', 'MAIL_FROM', { MAIL_FROM: '' }],
  ['secrets', 'SECRET', { SECRET: '' }],
  ['secrets', 'LOG_KEY', { LOG_KEY: '' }],
  ['secrets', 'SECRET: live needs a random one', { SECRET: 'x'.repeat(32) }],
  ['operator', 'OPERATOR_NAME', { OPERATOR_NAME: '' }],
  ['operator', 'BRAND_DIR: live needs operator.address', { BRAND_DIR: '' }],
  ['operator', 'BRAND_DIR: live needs operator.email', { BRAND_DIR: '' }],
  ['operator', 'BRAND_DIR: live needs operator.registration', { BRAND_DIR: '' }],
  ['identity', 'DOCUMENT_KEYS', { DOCUMENT_KEYS: '' }],
  ['identity', 'IDENTITY_PROVIDER_REASON', { IDENTITY_PROVIDER: 'none' }],
  ['lists', 'SCREENING_LISTS', { SCREENING_LISTS: '' }],
  ['methods', 'BITCOIN_NETWORK', { BITCOIN_NETWORK: 'signet' }],
  ['methods', 'ETHEREUM_CHAIN_ID', { ETHEREUM_CHAIN_ID: '11155111' }],
  ['methods', 'TRON_CHAIN_ID', { TRON_CHAIN_ID: '3448148188' }],
  ['prices', 'PRICE_FEEDS', { PRICE_FEEDS: '' }],
  ['alerts', 'ALERT_MAIL', { ALERT_MAIL: '' }],
])('Live lists under %s what is missing or weak: %s', (requirement, text, overrides) => {
  const found = listMissing(overrides as Record<string, string>)
  expect(found.map((problem) => problem.requirement)).toContain(requirement)
  expect(found.some((problem) => problem.text.startsWith(text))).toBe(true)
  expect(new Set(found.map((problem) => problem.requirement)).size).toBe(1)
})

test('The sandbox lacks no setting of a live installation.', () => {
  expect(listMissingSettings(readConfig({}))).toEqual([])
})

test('What would expose data of a live installation stops every command.', () => {
  const read = (overrides: Record<string, string>) => () => readConfig({ ...LIVE, ...overrides })
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example:4318' })).toThrow(
    '\n  OTEL_EXPORTER_OTLP_ENDPOINT: live needs https',
  )
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).not.toThrow()
  expect(read({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
    '\n  NODE_TLS_REJECT_UNAUTHORIZED: live',
  )
})

test('A slash at the end of PUBLIC_URL is not part of it.', () => {
  expect(readConfig({ PUBLIC_URL: 'https://candor.example/' }).PUBLIC_URL).toBe(
    'https://candor.example',
  )
})
