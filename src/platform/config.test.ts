import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
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

  expect(rows.filter((row) => /^\| `[A-Z_]+`/.test(row))).toEqual(expected)
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

test('Live does not start: it says what this version lacks and lists every setting that is missing', () => {
  const live = () => readConfig({ MODE: 'live', PUBLIC_URL: 'http://candor.example' })
  expect(live).toThrow('identity check and chain evidence')

  const needed = [
    'DATABASE_URL',
    'DATABASE_MIGRATION_URL',
    'SECRET',
    'SMTP_URL',
    'PUBLIC_URL',
    'OPERATOR_NAME',
    'PRICE_FEEDS',
    'ALERT_MAIL',
    'MAIL_FROM',
    'BRAND_DIR',
  ]

  for (const name of needed) expect(live).toThrow(`\n  ${name}: live needs`)
  for (const name of ['address', 'email', 'registration'])
    expect(live).toThrow(`live needs operator.${name}`)

  const complete = {
    MODE: 'live',
    PUBLIC_URL: 'https://candor.example',
    OPERATOR_NAME: 'Example Capital Ltd',
    DATABASE_URL: 'postgres://a/b',
    DATABASE_MIGRATION_URL: 'postgres://c/b',
    SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtps://mail.example',
  }

  expect(() => readConfig(complete)).toThrow('identity check and chain evidence')

  const readConfigError = (overrides: Record<string, string>) => {
    try {
      readConfig({ ...complete, ...overrides })
    } catch (error) {
      return String(error)
    }
  }

  const weak = readConfigError({ DATABASE_URL: 'postgres://a:postgres@db.example/b' })
  expect(weak).toContain('\n  DATABASE_URL: live needs sslmode=verify-full')
  expect(weak).toContain('\n  DATABASE_URL: live needs a password of 12 letters or more')
  expect(readConfigError({ SMTP_URL: 'smtps://me:secret@mail.example' })).toContain(
    '\n  SMTP_URL: live needs a password',
  )
  expect(readConfigError({}), 'a secret of one letter').toContain(
    '\n  SECRET: live needs a random one',
  )
  expect(readConfigError({ SECRET: '5f0c9d2ab7e84613c07d5e9f1a2b3c4d' })).not.toContain('SECRET')
  expect(readConfigError({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toContain(
    '\n  NODE_TLS_REJECT_UNAUTHORIZED: live',
  )
})
