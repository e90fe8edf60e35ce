import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overdue, parseKnownFlaws, WITHIN_DAYS } from './overdue.ts'

const document = readFileSync(join(import.meta.dirname, '../docs/security/components.md'), 'utf8')
const URL = 'https://github.com/advisories/GHSA-0000-0000-0000'
const audit = (severity: string) => ({
  vulnerabilities: {
    pg: { via: [{ url: URL, title: 'reads more than it may', severity }] },
    kysely: { via: ['pg'] },
  },
})

test('How long a package with a flaw may stay is in writing as the command counts it', () => {
  const rows = [...document.matchAll(/^\| (\w+) \| (\d+) days \|/gm)].map(([, grave, days]) => [
    grave,
    Number(days),
  ])
  expect(Object.fromEntries(rows)).toEqual(WITHIN_DAYS)
})

test('an unrecorded flaw is reported at once, a recorded one after the days allowed', () => {
  const createKnownFlaws = (day: string) =>
    parseKnownFlaws(`| ${URL} | pg | ${day} | no release yet |`)
  expect(overdue(audit('low'), new Map(), '2026-11-22')).toEqual([
    expect.stringContaining('is new'),
  ])

  for (const [severity, days] of Object.entries(WITHIN_DAYS)) {
    const day = (offset: number) =>
      new Date(Date.UTC(2026, 10, 22 + offset)).toISOString().slice(0, 10)
    expect(overdue(audit(severity), createKnownFlaws(day(0)), day(days)), severity).toEqual([])
    expect(
      overdue(audit(severity), createKnownFlaws(day(0)), day(days + 1)),
      severity,
    ).toHaveLength(1)
  }

  expect(overdue({ vulnerabilities: {} }, new Map(), '2026-11-22')).toEqual([])
})

test('An audit that failed is no audit without flaws', () => {
  const failed = overdue({ message: '405 Method Not Allowed' }, new Map(), '2026-11-22')
  expect(failed).toEqual(['The audit itself failed: 405 Method Not Allowed'])
})
