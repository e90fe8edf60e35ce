import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { EvidenceKind } from '../model.ts'
import { type Eligibility, hashShown } from '../queries.ts'
import type { EligibilityTables } from '../tables.ts'

export type NewEvidence = {
  kind: EvidenceKind
  sessionId: string
  /** The id and version of the text, with all that was shown of it. */
  text: { id: string; version: string; shown: unknown }
  /** The answers or ticks. */
  answered: Record<string, unknown>
  passed?: boolean
  validUntil?: Day | null
  retryAt?: Date | null
}

/** Stores what a member was shown and answered, with the rules of the day. Returns its id. */
export async function storeEvidence(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  { memberId, applied }: Eligibility,
  { kind, sessionId, text, answered, passed = true, validUntil, retryAt }: NewEvidence,
): Promise<string> {
  const id = createId('evi')
  // as text, to the letter: jsonb would sort its keys, and the hash would not match
  const shown = typeof text.shown === 'string' ? text.shown : JSON.stringify(text.shown)
  await tx
    .withTables<EligibilityTables>()
    .insertInto('eligibility_evidence')
    .values({
      id,
      member_id: memberId,
      kind,
      rule_set_id: applied.id,
      rules_sha256: applied.sha256,
      text_id: text.id,
      text_version: text.version,
      text_sha256: hashShown(shown),
      content: { shown, answered },
      passed,
      valid_until: validUntil ?? null,
      retry_at: retryAt ?? null,
      at: clock.now(),
      session_id: sessionId,
    })
    .execute()

  return id
}
