import { listMemberCases } from '#modules/compliance/queries.ts'
import { getMember } from '#modules/identity/queries.ts'
import { listVerifications } from '#modules/verification/queries.ts'
import type { App } from '#platform/app.ts'
import { listEvidence, listGateRecords } from '../queries.ts'
import { toEvidenceResponse } from './eligibility.ts'

/**
 * Returns everything stored about a member's eligibility: evidence, passed gates, verifications, and
 * screening decisions, which the member's own export never shows. Throws `not_found` (404).
 */
export async function buildEvidenceFile(app: App, memberId: string) {
  const { id, label, email, country } = await getMember(app.db, memberId)
  const verifications = await listVerifications(app.db, memberId)
  const cases = await listMemberCases(app.db, memberId)

  return {
    format: 'candor-evidence/1',
    madeAt: app.clock.now(),
    member: { id, name: label, email, country },
    evidence: (await listEvidence(app.db, memberId)).map(toEvidenceResponse),
    gates: (await listGateRecords(app.db, memberId)).map(({ amount, ...gate }) => ({
      ...gate,
      amountCents: String(amount),
    })),
    verifications: verifications.map(
      ({ id: verificationId, level, status, begunAt, submittedAt, ...one }) => ({
        id: verificationId,
        level,
        status,
        begunAt,
        submittedAt,
        decidedAt: one.decidedAt,
        reason: one.staffReason ?? one.memberReason,
        expiresOn: one.expiresOn,
      }),
    ),
    screening: cases.map(({ id: caseId, source, matchedName, score, openedAt, ...found }) => ({
      id: caseId,
      list: source,
      matchedName,
      score,
      openedAt,
      status: found.status,
      decidedAt: found.decidedAt,
      reason: found.reason,
    })),
  }
}

export type EvidenceFile = Awaited<ReturnType<typeof buildEvidenceFile>>
