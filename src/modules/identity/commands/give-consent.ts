import { record } from '#modules/audit/steps/record-audit-event.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { failures, formatConsentVersion, type Member } from '../model.ts'
import { listMissingConsents } from '../queries.ts'
import { storeConsents } from '../steps/store-consents.ts'

/**
 * Stores the member's consent to the current texts with the statements that were displayed;
 * repeating it has no effect. Throws `consent_outdated` (400) if the texts have changed since they
 * were displayed.
 */
export async function giveConsent(
  app: App,
  member: Member,
  input: { version: string; sessionId: string },
): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    if (input.version !== formatConsentVersion(await getSetting(tx, app.config, 'legal')))
      throw failures.consent()

    const missing = await listMissingConsents(tx, app.config, member.id)
    if (missing.length === 0) return

    await storeConsents(tx, app, member.id, input.sessionId)

    const documents = missing.map(({ document, version }) => `${document} ${version}`)
    await record(tx, app.clock.now(), member, 'member.consented', member.id, { documents })
  })
}
