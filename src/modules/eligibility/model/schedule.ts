import type { Day } from '#lib/dates.ts'
import { EVERY_COUNTRY, type RuleSet } from './rules.ts'
import { listStricterSteps } from './stricter-steps.ts'

/** Rules with the day from which they apply; a higher sequence was published later. */
export type ScheduledRules = { rules: RuleSet; effectiveFrom: Day; sequence: bigint }

const isLater = (one: ScheduledRules, other: ScheduledRules): boolean =>
  one.effectiveFrom === other.effectiveFrom
    ? one.rules.version > other.rules.version
    : one.effectiveFrom > other.effectiveFrom

/**
 * Returns the rules that apply in a country on a day, as `rule_set_in_force()` does; null for those
 * that the software ships.
 */
export function findScheduledRules(
  schedule: readonly ScheduledRules[],
  country: string,
  day: Day,
): ScheduledRules | null {
  const newest = new Map<string, ScheduledRules>()
  for (const one of schedule.filter(({ effectiveFrom }) => effectiveFrom <= day)) {
    const found = newest.get(one.rules.key)
    if (!found || isLater(one, found)) newest.set(one.rules.key, one)
  }

  const names = ({ rules }: ScheduledRules, code: string) => rules.countries.includes(code)
  const current = [...newest.values()].sort((one, other) =>
    one.sequence < other.sequence ? 1 : -1,
  )
  return (
    current.find((one) => names(one, country)) ??
    current.find((one) => names(one, EVERY_COUNTRY)) ??
    null
  )
}

/** Stands for every country that no rules name. */
export const UNNAMED_COUNTRY = 'ZZ'

/** A country in which a withdrawal requires more from a day on. */
export type StricterCountry = { country: string; from: Day; added: string[] }

/**
 * Returns the countries in which new rules would require more of a withdrawal, on a day before
 * `until`, than what applies there without them. A country may come from other rules or go to some.
 */
export function listStricterCountries(
  { published, shipped }: { published: readonly ScheduledRules[]; shipped: RuleSet },
  { rules, effectiveFrom }: Omit<ScheduledRules, 'sequence'>,
  until: Day,
): StricterCountry[] {
  const sequence = published.reduce((last, one) => (one.sequence > last ? one.sequence : last), 0n)
  const next = [...published, { rules, effectiveFrom, sequence: sequence + 1n }]
  const days = [...new Set(next.map((one) => one.effectiveFrom))]
    .filter((day) => day >= effectiveFrom && day < until)
    .sort()

  const find = (country: string): StricterCountry | undefined =>
    days
      .map((from) => ({
        country,
        from,
        added: listStricterSteps(
          findScheduledRules(published, country, from)?.rules ?? shipped,
          findScheduledRules(next, country, from)?.rules ?? shipped,
        ).map(({ text }) => text),
      }))
      .find(({ added }) => added.length > 0)

  return [...listNamedCountries(next), UNNAMED_COUNTRY].flatMap((country) => find(country) ?? [])
}

/** Returns the countries that rules name. */
export const listNamedCountries = (
  schedule: readonly Pick<ScheduledRules, 'rules'>[],
): Set<string> =>
  new Set(schedule.flatMap(({ rules }) => rules.countries).filter((code) => code !== EVERY_COUNTRY))
