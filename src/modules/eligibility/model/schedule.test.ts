import { expect, test } from 'vitest'
import type { Day } from '#lib/dates.ts'
import { SAMPLE_RULES } from '../adapters/sample-rules.ts'
import type { RuleSet } from './rules.ts'
import { findScheduledRules, type ScheduledRules } from './schedule.ts'

const [SAMPLE] = SAMPLE_RULES as readonly [RuleSet]
let sequence = 0n

const schedule = (
  effectiveFrom: Day,
  version: number,
  countries: readonly string[] = ['SE'],
  key = 'nordic',
): ScheduledRules => ({
  rules: { ...SAMPLE, key, version, countries },
  effectiveFrom,
  sequence: ++sequence,
})

const findVersion = (rules: readonly ScheduledRules[], day: Day, country = 'SE') =>
  findScheduledRules(rules, country, day)?.rules.version ?? null

test('the rules of the last day that has come apply, whatever their order', () => {
  const rules = [schedule('2026-03-01', 2), schedule('2026-01-01', 1), schedule('2026-06-01', 3)]

  expect(findVersion(rules, '2025-12-31')).toBeNull()
  expect(findVersion(rules, '2026-02-28')).toBe(1)
  expect(findVersion(rules, '2026-03-01')).toBe(2)
  expect(findVersion(rules, '2026-12-01')).toBe(3)
})

test('of two versions from the same day the higher one applies', () => {
  const [first, second] = [schedule('2026-03-01', 1), schedule('2026-03-01', 2)]
  expect(findVersion([first, second], '2026-03-01')).toBe(2)
  expect(findVersion([second, first], '2026-03-01')).toBe(2)
})

test('rules that name a country take precedence over those for every other one', () => {
  const rules = [schedule('2026-01-01', 1), schedule('2026-02-01', 7, ['*'], 'default')]
  expect(findVersion(rules, '2026-03-01')).toBe(1)
  expect(findVersion(rules, '2026-03-01', 'NO')).toBe(7)
})

test('a country that a later version leaves out has the rules for every other one', () => {
  const rules = [schedule('2026-01-01', 1), schedule('2026-02-01', 2, ['NO'])]
  expect(findVersion(rules, '2026-01-31')).toBe(1)
  expect(findVersion(rules, '2026-02-01')).toBeNull()
})
