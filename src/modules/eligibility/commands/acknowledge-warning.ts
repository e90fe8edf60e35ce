import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { getRequiredWarning, refusals, WARNING_STATEMENT } from '../model.ts'
import { hashShown, loadEligibility } from '../queries.ts'
import { storeEvidence } from '../steps/store-evidence.ts'

export type AcknowledgeWarning = {
  /** Of the text that was shown. */
  textId: string
  version: string
  sha256: string
  /** True if the member ticked that they understand it. */
  confirmed: boolean
  sessionId: string
}

/**
 * Records that a member read the warning of their country. Throws `confirmation_needed` (400),
 * and `text_changed` (409) unless it is the text that applies now, to the letter.
 */
export async function acknowledgeWarning(
  app: Pick<App, 'db' | 'clock'>,
  member: Member,
  { textId, version, sha256, confirmed, sessionId }: AcknowledgeWarning,
): Promise<void> {
  assertActive(member)
  if (!confirmed) throw refusals.confirmationNeeded()

  await runInTransaction(app.db, async (tx) => {
    const eligibility = await loadEligibility(tx, app, member.id)
    const warning = getRequiredWarning(eligibility.applied.rules)
    if (warning.id !== textId || warning.version !== version || hashShown(warning.text) !== sha256)
      throw refusals.textChanged()

    const id = await storeEvidence(tx, app, eligibility, {
      kind: 'warning',
      sessionId,
      text: { id: warning.id, version: warning.version, shown: warning.text },
      answered: { ticked: WARNING_STATEMENT },
    })

    await record(tx, app.clock.now(), member, 'eligibility.acknowledged', id, { textId, version })
  })
}
