import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import { SAMPLE_RULES, SHIPPED_RULES } from '../adapters/sample-rules.ts'
import {
  listStricterCountries,
  type PublishedRules,
  type RuleSet,
  type ScheduledRules,
  type StricterCountry,
} from '../model.ts'
import type { EligibilityTables } from '../tables.ts'

/** The number of replaced versions on a page. */
const PAGE_SIZE = 50

const toPublishedRules = (row: Selectable<EligibilityTables['rule_set']>): PublishedRules => ({
  id: row.id,
  sequence: row.sequence,
  rules: JSON.parse(row.content) as RuleSet,
  sha256: row.content_sha256,
  approvalId: row.approval_id,
  effectiveFrom: row.effective_from,
  publishedBy: row.published_by,
  publishedAt: row.published_at,
})

const selectRuleSets = (reader: Reader) =>
  reader.withTables<EligibilityTables>().selectFrom('rule_set').selectAll()

/** Selects the version of each key that took effect last. */
const selectInForce = (day: Day) => sql<string>`
  select distinct on (key) id from rule_set where effective_from <= ${day}::date
  order by key, effective_from desc, version desc`

/**
 * Lists the rules that are in force on a day or take effect later, by their key, the newest version
 * first. There is no limit: rules that apply are never left out, and each needed two admins.
 */
export async function listCurrentRules(reader: Reader, day: Day): Promise<PublishedRules[]> {
  const rows = await selectRuleSets(reader)
    .where((is) =>
      is.or([is('effective_from', '>', day), sql<boolean>`id in (${selectInForce(day)})`]),
    )
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute()

  return rows.map(toPublishedRules)
}

/** A page of replaced rules, and the sequence after which the next page begins. */
export type ReplacedRules = { rules: PublishedRules[]; next: bigint | null }

/** Lists a page of the rules that others replaced before a day or on it, the newest first. */
export async function listReplacedRules(
  reader: Reader,
  day: Day,
  before?: bigint,
): Promise<ReplacedRules> {
  let query = selectRuleSets(reader)
    .where('effective_from', '<=', day)
    .where(sql<boolean>`id not in (${selectInForce(day)})`)
  if (before !== undefined) query = query.where('sequence', '<', before)

  const rows = await query
    .orderBy('sequence', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const rules = rows.slice(0, PAGE_SIZE).map(toPublishedRules)
  return { rules, next: rows.length > PAGE_SIZE ? (rules.at(-1)?.sequence ?? null) : null }
}

/** Finds published rules by their id. */
export async function findPublishedRules(
  reader: Reader,
  id: string,
): Promise<PublishedRules | null> {
  const row = await selectRuleSets(reader).where('id', '=', id).executeTakeFirst()
  return row ? toPublishedRules(row) : null
}

/** Finds the id of the published version before another of the same key. */
export async function findPreviousRulesId(
  reader: Reader,
  { key, version }: RuleSet,
): Promise<string | null> {
  const row = await reader
    .withTables<EligibilityTables>()
    .selectFrom('rule_set')
    .select('id')
    .where('key', '=', key)
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

  return row?.id ?? null
}

/** Returns which of these hashes are those of published rules. */
export async function listPublishedHashes(
  reader: Reader,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader
    .withTables<EligibilityTables>()
    .selectFrom('rule_set')
    .select('content_sha256 as sha256')
    .distinct()
    .where('content_sha256', 'in', hashes)
    .execute()

  return new Set(rows.map(({ sha256 }) => sha256))
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

/**
 * Returns the countries in which new rules require more of a withdrawal on a day before another.
 */
export async function findStricterCountries(
  reader: Reader,
  rules: Omit<ScheduledRules, 'sequence'>,
  until: Day,
): Promise<StricterCountry[]> {
  const published = await listCurrentRules(reader, rules.effectiveFrom)
  return listStricterCountries({ published, shipped: SHIPPED_RULES }, rules, until)
}

/**
 * Finds the path of a text of rules, given as JSON, whose version was used for other words; or
 * null.
 */
export async function findRewordedText(reader: Reader, rules: string): Promise<string | null> {
  const samples = JSON.stringify(SAMPLE_RULES)
  const { rows } = await sql<{ path: string | null }>`
    select find_reworded_text(${rules}::jsonb, ${samples}::jsonb) as path`.execute(reader)

  return rows[0]?.path ?? null
}
