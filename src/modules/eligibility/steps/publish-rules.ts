import { createId } from '#lib/ids.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { assertTextVersion, createNotNewerError, parseProposedRules } from '../model.ts'
import { findPublicationEffect, findRewordedText } from '../queries.ts'
import type { EligibilityTables } from '../tables.ts'
import { notifyStricterRules } from './notify-stricter-rules.ts'

/**
 * Publishes rules as two admins have agreed, from the day that they named or the earliest one left.
 * Members for whom a withdrawal requires more are mailed, and have their notice from then on.
 * Throws `rules_not_newer` (409) where a newer version was published meanwhile, and `text_version`
 * (422) where other words were published under the version of a text.
 */
export async function publishRules(
  app: App,
  tx: Tx,
  admin: Admin,
  { id: approvalId, content, proposedBy }: Proposal,
): Promise<void> {
  const { text, rules, sha256, effectiveFrom } = parseProposedRules(content)
  const effect = await findPublicationEffect(tx, app, { rules, effectiveFrom })
  const { newest, from } = effect
  if (newest && newest.rules.version >= rules.version) throw createNotNewerError(newest.rules)
  assertTextVersion(await findRewordedText(tx, text))

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
  await notifyStricterRules(app, tx, effect)
  app.events.publish(STAFF, 'eligibility')
}
