import { addDays, type Day } from '#lib/dates.ts'
import {
  type DeclaredDetails,
  getRetryDay,
  isOpen,
  LEVEL_DOCUMENTS,
  type Level,
  listMissingDocuments,
  type ProviderName,
  REMINDER_DAYS,
  RETURN_REASONS,
  type Verification,
  type VerificationDocument,
} from '../model.ts'

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

export function toLevelResponse(state: LevelState) {
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
