import { type Selectable, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { Evidence } from '../model.ts'
import type { EligibilityTables } from '../tables.ts'

/** The newest pieces of evidence of one member that are read at once. */
const MAX_EVIDENCE = 2_000

const toEvidence = (row: Selectable<EligibilityTables['eligibility_evidence']>): Evidence => ({
  id: row.id,
  kind: row.kind,
  ruleSetId: row.rule_set_id,
  rulesSha256: row.rules_sha256,
  textId: row.text_id,
  textVersion: row.text_version,
  textSha256: row.text_sha256,
  content: row.content,
  passed: row.passed,
  validUntil: row.valid_until,
  retryAt: row.retry_at,
  at: row.at,
  sessionId: row.session_id,
})

/** Lists the evidence of a member, oldest first. */
export async function listEvidence(reader: Reader, memberId: string): Promise<Evidence[]> {
  const rows = await reader
    .withTables<EligibilityTables>()
    .selectFrom('eligibility_evidence')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('sequence', 'desc')
    .limit(MAX_EVIDENCE)
    .execute()

  return rows.map(toEvidence).reverse()
}

/** Lists the gates that a member passed, oldest first. */
export async function listGateRecords(reader: Reader, memberId: string) {
  const rows = await reader
    .withTables<EligibilityTables>()
    .selectFrom('gate_record')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('sequence', 'desc')
    .limit(MAX_EVIDENCE)
    .execute()

  return rows.reverse().map((row) => ({
    id: row.id,
    operation: row.operation,
    subjectId: row.subject_id,
    ruleSetId: row.rule_set_id,
    rulesSha256: row.rules_sha256,
    on: row.on_date,
    at: row.checked_at,
    amount: row.amount,
    facts: row.facts,
  }))
}

/**
 * Lists the members whose accounts were closed before an instant, and whose evidence no rules
 * retain any longer.
 */
export async function listErasableEvidence(
  reader: Reader,
  { closedBefore, now }: { closedBefore: Date; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from member m
    where m.status = 'closed' and m.closed_at <= ${closedBefore}
      and exists (select from eligibility_evidence e where e.member_id = m.id)
      and retained_until(m.id, m.closed_at) <= ${now}
    order by m.id`.execute(reader)

  return rows.map(({ id }) => id)
}
