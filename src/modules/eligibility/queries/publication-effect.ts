import type { Day } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { SHIPPED_RULES } from '../adapters/sample-rules.ts'
import {
  computeEarliestDay,
  computeEarliestStricterDay,
  listNamedCountries,
  listStricterCountries,
  type PublicationEffect,
  type PublishedRules,
  type RuleSet,
} from '../model.ts'
import { findNewestRules, listCurrentRules } from './rule-sets.ts'

/** Later than every day on which rules take effect. */
const LAST_DAY: Day = '9999-12-31'

type Source = Pick<App, 'clock' | 'config'>

/**
 * Returns from which day rules apply if they are published today, and in which countries a
 * withdrawal then requires more. The day is the proposed one or the earliest one left, and a later
 * one where a withdrawal would require more before the notice ends.
 */
export async function findPublicationEffect(
  reader: Reader,
  { clock, config }: Source,
  { rules, effectiveFrom }: { rules: RuleSet; effectiveFrom: Day },
): Promise<PublicationEffect & { newest: PublishedRules | null }> {
  const newest = await findNewestRules(reader, rules.key)
  const earliest = [
    effectiveFrom,
    computeEarliestDay(clock.today(), config.MODE),
    newest?.effectiveFrom ?? '',
  ].reduce((latest, day) => (day > latest ? day : latest))
  const published = await listCurrentRules(reader, earliest)
  const named = listNamedCountries([...published, { rules }])
  const find = (from: Day) =>
    listStricterCountries(
      { published, shipped: SHIPPED_RULES },
      { rules, effectiveFrom: from },
      LAST_DAY,
    )
  const noticed = computeEarliestStricterDay(clock.today(), config.MODE)

  const stricter = find(earliest)
  return stricter.some(({ from }) => from < noticed)
    ? { newest, from: noticed, isMoved: noticed > earliest, stricter: find(noticed), named }
    : { newest, from: earliest, isMoved: false, stricter, named }
}
