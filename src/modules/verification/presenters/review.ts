import { addDays, type Day } from '#lib/dates.ts'
import type { Member } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { CHECKS, listReviewChecks, type Verification, type VerificationDocument } from '../model.ts'
import {
  findVerificationLevel,
  getVerification,
  listDocuments,
  listSameDocuments,
  listVerifications,
} from '../queries.ts'
import { toDocumentResponse } from './level.ts'
import { readNames, toLine } from './queue.ts'

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
