import { addDays, type Day } from '#lib/dates.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import {
  type DeclaredDetails,
  getRetryDay,
  isOpen,
  LEVEL_DOCUMENTS,
  LEVELS,
  type Level,
  listMissingDocuments,
  MIN_AGE_YEARS,
  type ProviderName,
  REMINDER_DAYS,
  RETURN_REASONS,
  type Verification,
  type VerificationDocument,
} from '../model.ts'
import {
  areDetailsLocked,
  findAcceptedDocuments,
  findIdentityDetails,
  findRetentionDays,
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
  /** The attempts of this level, the newest first. */
  attempts: readonly Verification[]
  documents: readonly VerificationDocument[]
  details: DeclaredDetails | null
  link: string | null
  /** The provider that a new attempt uses. */
  provider: ProviderName | 'none'
  now: Date
  today: Day
}

/** Returns the attempt whose reasons the member still has to follow, if there is one. */
const findReturned = ([last, previous]: readonly Verification[]): Verification | undefined =>
  [last, last?.status === 'waiting_for_member' ? previous : undefined].find(
    (one) => one?.status === 'try_again',
  )

function toLevelResponse(state: LevelState) {
  const { level, attempts, documents, details, link, provider, now, today } = state
  const [last] = attempts
  const isWaiting = last?.status === 'waiting_for_member'
  const isLeft = isWaiting && last.provider !== 'desk' && last.provider !== provider
  const dueAt = last?.status === 'in_review' ? last.dueAt : null
  const returned = findReturned(attempts)
  const counts = last?.status === 'passed' && last.identityVersion === details?.version

  return {
    level,
    provider: last && isOpen(last) ? last.provider : provider,
    status: isLeft ? ('try_again' as const) : (last?.status ?? ('not_started' as const)),
    verification: last?.id ?? null,
    canBegin: !(last && ((isOpen(last) && !isLeft) || (getRetryDay(last) ?? '') > today)),
    needs: [...LEVEL_DOCUMENTS[level]],
    missing: isWaiting && last.provider === 'desk' ? listMissingDocuments(level, documents) : [],
    documents: documents.map(toDocumentResponse),
    code: isWaiting ? last.code : null,
    codeOn: isWaiting ? last.codeOn : null,
    link,
    submittedAt: last?.submittedAt ?? null,
    dueAt,
    overdue: dueAt !== null && dueAt <= now,
    decidedAt: last?.decidedAt ?? null,
    reason: isLeft ? RETURN_REASONS.providerLeft : (returned?.memberReason ?? null),
    rejectedDocuments: [...(returned?.rejectedDocuments ?? [])],
    expiresOn: attempts.find((one) => one.expiresOn !== null)?.expiresOn ?? null,
    expiresSoon:
      counts && last.expiresOn !== null && last.expiresOn <= addDays(today, REMINDER_DAYS),
    counts,
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
  const { reviewDays } = await getSetting(app.db, app.config, 'verification')
  const { identityDays } = await getSetting(app.db, app.config, 'retention')
  const accepted = await findAcceptedDocuments(app.db, memberId, today)
  const details = await findIdentityDetails(app.db, memberId)
  const all = await listVerifications(app.db, memberId)
  const attempts = LEVELS.map((level) => all.filter((one) => one.level === level))
  const documents = await listDocuments(
    app.db,
    attempts.flatMap(([last]) => last?.id ?? []),
  )

  return {
    provider: app.config.IDENTITY_PROVIDER,
    level: await findVerificationLevel(app.db, memberId, today),
    minAge: MIN_AGE_YEARS,
    reviewDays,
    retentionDays: Math.max(identityDays, await findRetentionDays(app.db, app, memberId)),
    accepted: {
      identity: [...accepted.identity],
      address: [...accepted.address],
    },
    details,
    detailsLocked: details !== null && (await areDetailsLocked(app.db, memberId, today)),
    levels: LEVELS.map((level, at) =>
      toLevelResponse({
        level,
        attempts: attempts[at] ?? [],
        documents: documents.filter(
          ({ verificationId }) => verificationId === attempts[at]?.[0]?.id,
        ),
        details,
        provider: app.config.IDENTITY_PROVIDER,
        now: app.clock.now(),
        today,
        link: begun?.level === level ? begun.link : null,
      }),
    ),
  }
}
