import { listApproverLabels } from '#modules/approvals/queries.ts'
import { listMemberCases } from '#modules/compliance/queries.ts'
import { FORMER_STAFF_LABEL } from '#modules/identity/model.ts'
import { type ClosedIdentity, getMember, listStaff } from '#modules/identity/queries.ts'
import { findVerifiedPerson } from '#modules/verification/model.ts'
import { listVerifications } from '#modules/verification/queries.ts'
import type { App } from '#platform/app.ts'
import { listEvidence, listGateRecords } from '../queries.ts'
import { listConsentResponses } from './consents.ts'
import { toEvidenceResponse } from './eligibility.ts'

type Decision = { decidedBy: string | null; approvalId: string | null }
type NameDeciders = (one: Decision) => { decidedBy: string | null; approvedBy: string | null }

/**
 * Returns everything stored about a member's eligibility: consents, evidence, passed gates,
 * verifications, and screening decisions, which the member's own export never shows. `closed` has
 * the name and contact details of a closed account. Throws `not_found` (404).
 */
export async function buildEvidenceFile(app: App, memberId: string, closed: ClosedIdentity | null) {
  const { id, label, ...open } = await getMember(app.db, memberId)
  const { email, phoneNumber, country } = closed ?? open
  const verifications = await listVerifications(app.db, memberId)
  const cases = await listMemberCases(app.db, memberId)
  const nameDeciders = await loadDeciders(app, [...verifications, ...cases])

  return {
    format: 'candor-evidence/1',
    madeAt: app.clock.now(),
    member: {
      id,
      name: closed?.name ?? label,
      email,
      phoneNumber,
      country,
      verified: findVerifiedPerson(verifications),
      closedAt: closed?.closedAt ?? null,
      detailsRetainedUntil: closed?.retainedUntil ?? null,
    },
    consents: await listConsentResponses(app.db, memberId),
    evidence: (await listEvidence(app.db, memberId)).map(toEvidenceResponse),
    gates: (await listGateRecords(app.db, memberId)).map(({ amount, ...gate }) => ({
      ...gate,
      amountCents: String(amount),
    })),
    verifications: verifications.map(({ id: verificationId, ...one }) => ({
      id: verificationId,
      level: one.level,
      status: one.status,
      begunAt: one.begunAt,
      submittedAt: one.submittedAt,
      decidedAt: one.decidedAt,
      ...nameDeciders(one),
      checklist: one.checklist,
      reason: one.staffReason ?? one.memberReason,
      expiresOn: one.expiresOn,
    })),
    screening: cases.map(({ id: caseId, source, matchedName, score, openedAt, ...found }) => ({
      id: caseId,
      list: source,
      matchedName,
      score,
      openedAt,
      status: found.status,
      decidedAt: found.decidedAt,
      ...nameDeciders(found),
      reason: found.reason,
    })),
  }
}

export type EvidenceFile = Awaited<ReturnType<typeof buildEvidenceFile>>

/** Loads the names of the admins who decided, and who approved as the second. */
async function loadDeciders({ db }: App, decisions: readonly Decision[]): Promise<NameDeciders> {
  const staff = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  const approvers = await listApproverLabels(
    db,
    decisions.map(({ approvalId }) => approvalId),
  )

  return ({ decidedBy, approvalId }) => ({
    decidedBy:
      decidedBy &&
      (decidedBy === 'system'
        ? 'The identity provider'
        : (staff.get(decidedBy) ?? FORMER_STAFF_LABEL)),
    approvedBy: approvalId && (approvers.get(approvalId) ?? FORMER_STAFF_LABEL),
  })
}
