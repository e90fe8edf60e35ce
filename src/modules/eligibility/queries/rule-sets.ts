import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import { SHIPPED_RULES } from '../adapters/sample-rules.ts'
import {
  listStricterCountries,
  type PublishedRules,
  type RuleSet,
  type ScheduledRules,
  type StricterCountry,
} from '../model.ts'
import type { EligibilityTables } from '../tables.ts'

const MAX_RULE_SETS = 500

const toPublishedRules = (row: Selectable<EligibilityTables['rule_set']>): PublishedRules => ({
  id: row.id,
  sequence: row.sequence,
  rules: JSON.parse(row.content) as RuleSet,
  sha256: row.content_sha256,
  effectiveFrom: row.effective_from,
  publishedBy: row.published_by,
  publishedAt: row.published_at,
})

const selectRuleSets = (reader: Reader) =>
  reader.withTables<EligibilityTables>().selectFrom('rule_set').selectAll()

/** Lists the published rules, the newest version of each key first. */
export async function listRuleSets(reader: Reader): Promise<PublishedRules[]> {
  const rows = await selectRuleSets(reader)
    .orderBy('key')
    .orderBy('version', 'desc')
    .limit(MAX_RULE_SETS)
    .execute()

  return rows.map(toPublishedRules)
}

/** Finds the newest published version of a key, also one that is not in force yet. */
export async function findNewestRules(reader: Reader, key: string): Promise<PublishedRules | null> {
  const row = await selectRuleSets(reader)
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

  return row ? toPublishedRules(row) : null
}

/** Lists the ids of the rules that are in force on a day, by their key. */
export async function listInForce(reader: Reader, day: Day): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (key) id from rule_set where effective_from <= ${day}::date
    order by key, effective_from desc, version desc`.execute(reader)

  return new Set(rows.map(({ id }) => id))
}

/** Returns the countries in which new rules require more of a withdrawal on a day before another. */
export async function findStricterCountries(
  reader: Reader,
  rules: Omit<ScheduledRules, 'sequence'>,
  until: Day,
): Promise<StricterCountry[]> {
  const published = await listRuleSets(reader)
  return listStricterCountries({ published, shipped: SHIPPED_RULES }, rules, until)
}
