import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { SHIPPED_RULES } from '../adapters/sample-rules.ts'
import {
  computeEarliestDay,
  computeEarliestStricterDay,
  createNotNewerError,
  listNamedCountries,
  listStricterCountries,
  parseProposedRules,
  type RuleSet,
} from '../model.ts'
import { findNewestRules, listCurrentRules } from '../queries.ts'
import type { EligibilityTables } from '../tables.ts'
import { notifyStricterRules, type StricterChange } from './notify-stricter-rules.ts'

/** Later than every day on which rules take effect. */
const LAST_DAY: Day = '9999-12-31'

/**
 * Publishes rules as two admins have agreed, from the day that they named or the earliest one left.
 * Members for whom a withdrawal requires more are mailed, and have their notice from then on. Throws
 * `rules_not_newer` (409) where a newer version was published meanwhile.
 */
export async function publishRules(
  app: App,
  tx: Tx,
  admin: Admin,
  { id: approvalId, content, proposedBy }: Proposal,
): Promise<void> {
  const { text, rules, sha256, effectiveFrom } = parseProposedRules(content)
  const newest = await findNewestRules(tx, rules.key)
  if (newest && newest.rules.version >= rules.version) throw createNotNewerError(newest.rules)

  const earliest = [
    effectiveFrom,
    computeEarliestDay(app.clock.today(), app.config.MODE),
    newest?.effectiveFrom ?? '',
  ].reduce((latest, day) => (day > latest ? day : latest))
  const { from, ...change } = await findFirstDay(app, tx, rules, earliest)

  const id = createId('rus')
  const now = app.clock.now()
  await tx
    .withTables<EligibilityTables>()
    .insertInto('rule_set')
    .values({
      id,
      key: rules.key,
      version: rules.version,
      name: rules.name,
      content: text,
      content_sha256: sha256,
      countries: [...rules.countries],
      sample: rules.sample,
      effective_from: from,
      approval_id: approvalId,
      published_by: proposedBy,
      published_at: now,
    })
    .execute()

  const details = { key: rules.key, version: rules.version, effectiveFrom: from, sha256 }
  await record(tx, now, admin, 'rules.published', id, { ...details, approval: approvalId })
  await notifyStricterRules(app, tx, change)
  app.events.publish(STAFF, 'eligibility')
}

/**
 * Returns the day from which rules apply, which is later than the earliest one where a withdrawal
 * would require more before the notice ends; and the countries in which it then requires more.
 */
async function findFirstDay(
  { clock, config }: Pick<App, 'clock' | 'config'>,
  tx: Tx,
  rules: RuleSet,
  earliest: Day,
): Promise<StricterChange & { from: Day }> {
  const published = await listCurrentRules(tx, earliest)
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
    ? { from: noticed, stricter: find(noticed), named }
    : { from: earliest, stricter, named }
}
