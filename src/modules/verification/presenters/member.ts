import type { App } from '#platform/app.ts'
import {
  type DeclaredDetails,
  isOpen,
  LEVEL_DOCUMENTS,
  LEVELS,
  type Level,
  listMissingDocuments,
  MIN_AGE_YEARS,
  type Verification,
  type VerificationDocument,
} from '../model.ts'
import {
  areDetailsLocked,
  findIdentityDetails,
  findVerificationLevel,
  listDocuments,
  listVerifications,
} from '../queries.ts'

/** Returns a document as members and staff see it. */
export const toDocumentResponse = ({
  id,
  kind,
  side,
  uploadedAt,
  mediaType,
  bytes,
}: VerificationDocument) => ({ _id: id, kind, side, uploadedAt, mediaType, bytes })

type LevelState = {
  level: Level
  last: Verification | undefined
  documents: readonly VerificationDocument[]
  details: DeclaredDetails | null
  link: string | null
}

function toLevelResponse({ level, last, documents, details, link }: LevelState) {
  const isWaiting = last?.status === 'waiting_for_member'

  return {
    level,
    status: last?.status ?? ('not_started' as const),
    verification: last?.id ?? null,
    canBegin: last?.status !== 'refused' && !(last && isOpen(last)),
    needs: [...LEVEL_DOCUMENTS[level]],
    missing: isWaiting && last.provider === 'desk' ? listMissingDocuments(level, documents) : [],
    documents: documents.map(toDocumentResponse),
    code: isWaiting ? last.code : null,
    codeOn: isWaiting ? last.codeOn : null,
    link,
    submittedAt: last?.submittedAt ?? null,
    dueAt: last?.status === 'in_review' ? last.dueAt : null,
    decidedAt: last?.decidedAt ?? null,
    reason: last?.memberReason ?? null,
    rejectedDocuments: [...(last?.rejectedDocuments ?? [])],
    expiresOn: last?.expiresOn ?? null,
    counts: last?.status === 'passed' && last.identityVersion === details?.version,
  }
}

/**
 * Returns a member's verification as a whole. `link` is where an outside provider continues with a
 * level that was just begun.
 */
export async function buildMemberVerification(
  app: App,
  memberId: string,
  begun: { level: Level; link: string | null } | null = null,
) {
  const today = app.clock.today()
  const details = await findIdentityDetails(app.db, memberId)
  const all = await listVerifications(app.db, memberId)
  const last = LEVELS.map((level) => all.find((one) => one.level === level))
  const documents = await listDocuments(
    app.db,
    last.flatMap((one) => one?.id ?? []),
  )

  return {
    provider: app.config.IDENTITY_PROVIDER,
    level: await findVerificationLevel(app.db, memberId, today),
    minAge: MIN_AGE_YEARS,
    details,
    detailsLocked: details !== null && (await areDetailsLocked(app.db, memberId, today)),
    levels: LEVELS.map((level, at) =>
      toLevelResponse({
        level,
        last: last[at],
        documents: documents.filter(({ verificationId }) => verificationId === last[at]?.id),
        details,
        link: begun?.level === level ? begun.link : null,
      }),
    ),
  }
}
