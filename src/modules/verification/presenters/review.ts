import { addDays, type Day } from '#lib/dates.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { listApproverLabels, listProposals } from '#modules/approvals/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { getMember, listMembersById, listStaff } from '#modules/identity/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import {
  CHECKS,
  listReviewChecks,
  parseRefusal,
  REFUSAL_PERMISSION,
  type Verification,
  type VerificationDocument,
} from '../model.ts'
import {
  findVerificationLevel,
  getVerification,
  listDocuments,
  listSameDocuments,
  listVerifications,
} from '../queries.ts'
import { toDocumentResponse } from './member.ts'

const MAX_WAITING = 200
const DECIDED_ELSEWHERE = 'Candor'
const FORMER = 'Former staff member'

type Names = {
  members: ReadonlyMap<string, { label: string }>
  staff: ReadonlyMap<string, string>
  approvers: ReadonlyMap<string, string>
  waiting: ReadonlyMap<string, Proposal>
}

async function readNames(app: App, verifications: readonly Verification[]): Promise<Names> {
  const members = await listMembersById(
    app.db,
    verifications.map(({ memberId }) => memberId),
  )
  const staff = await listStaff(app.db)
  const approvers = await listApproverLabels(
    app.db,
    verifications.map(({ approvalId }) => approvalId),
  )
  const proposals = await listProposals(app.db, app.clock.now(), {
    state: 'waiting',
    limit: MAX_WAITING,
  })

  return {
    members,
    staff: new Map(staff.map(({ id, label }) => [id, label])),
    approvers,
    waiting: new Map(
      proposals
        .filter(({ permission }) => permission === REFUSAL_PERMISSION)
        .map((proposal) => [proposal.subjectId, proposal]),
    ),
  }
}

function toLine(
  { members, staff, approvers, waiting }: Names,
  now: Date,
  verification: Verification,
) {
  const { id, memberId, name, status, dueAt, decidedBy, approvalId } = verification
  const proposal = waiting.get(id)

  return {
    _id: id,
    member: { _id: memberId, name: members.get(memberId)?.label ?? name ?? 'Closed account' },
    level: verification.level,
    status,
    provider: verification.provider,
    begunAt: verification.begunAt,
    submittedAt: verification.submittedAt,
    dueAt,
    overdue: status === 'in_review' && dueAt !== null && dueAt <= now,
    decidedAt: verification.decidedAt,
    decidedBy:
      decidedBy && (decidedBy === 'system' ? DECIDED_ELSEWHERE : (staff.get(decidedBy) ?? FORMER)),
    approvedBy: approvalId && (approvers.get(approvalId) ?? FORMER),
    expiresOn: verification.expiresOn,
    waiting: proposal
      ? {
          by: proposal.proposerLabel,
          at: proposal.proposedAt,
          reason: parseRefusal(proposal.content).reason,
        }
      : null,
  }
}

/** Returns verifications as the queue of the staff shows them. */
export async function buildQueueLines(app: App, verifications: readonly Verification[]) {
  const names = await readNames(app, verifications)
  const now = app.clock.now()
  return verifications.map((verification) => toLine(names, now, verification))
}

/**
 * Returns a verification with its documents beside the profile, for the reviewer; of a closed
 * account not what was submitted, which the evidence of the member has.
 */
export async function buildReview(app: App, id: string) {
  const verification = await getVerification(app.db, id)
  const { memberId } = verification
  const member = await getMember(app.db, memberId)
  const isClosed = member.status === 'closed'
  const names = await readNames(app, [verification])
  const documents = await listDocuments(app.db, [id])
  const today = app.clock.today()

  return {
    ...toLine(names, app.clock.now(), verification),
    ...toDecision(verification),
    ...(isClosed && { submitted: null, found: null }),
    profile: toProfile(member),
    documents: documents.map(toReviewedDocument),
    proposedRecheckOn: await proposeRecheck(app, today),
    memberLevel: await findVerificationLevel(app.db, memberId, today),
    sameDocuments: await listSameDocuments(app.db, {
      memberId,
      hashes: documents.flatMap(({ sha256 }) => sha256 ?? []),
    }),
    earlier: (await listVerifications(app.db, memberId))
      .filter((one) => one.id !== id)
      .map((one) => ({
        _id: one.id,
        level: one.level,
        status: one.status,
        decidedAt: one.decidedAt,
        begunAt: one.begunAt,
      })),
  }
}

const toDecision = (verification: Verification) => ({
  submitted:
    verification.name !== null && verification.details !== null
      ? { name: verification.name, ...verification.details }
      : null,
  code: verification.code,
  codeOn: verification.codeOn,
  checks: listReviewChecks(verification),
  confirmed: CHECKS.filter((check) => verification.checklist?.[check]),
  documentValidUntil: verification.checklist?.documentValidUntil ?? null,
  memberReason: verification.memberReason,
  staffReason: verification.staffReason,
  rejectedDocuments: [...verification.rejectedDocuments],
  providerNote: verification.providerNote,
  found: verification.providerFound && {
    names: [...verification.providerFound.names],
    birthDate: verification.providerFound.birthDate,
    countries: [...verification.providerFound.countries],
  },
})

const toProfile = ({ label, email, phoneNumber, country, createdAt }: Member) => ({
  name: label,
  email,
  phoneNumber,
  country,
  memberSince: createdAt,
})

const toReviewedDocument = (document: VerificationDocument) => ({
  ...toDocumentResponse(document),
  path: document.sha256 === null ? null : `/api/admin/verifications/documents/${document.id}`,
})

async function proposeRecheck(app: App, today: Day): Promise<Day> {
  const { recheckDays } = await getSetting(app.db, app.config, 'verification')
  return addDays(today, recheckDays)
}
