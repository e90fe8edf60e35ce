import { getLevelNumber, LEVELS, type Level } from '../model.ts'
import type { MemberLevel, MemberVerification } from './calls.tsx'

/** The view that the screen shows of a level. */
export type VerificationView =
  | 'off'
  | 'lower'
  | 'start'
  | 'renew'
  | 'try_again'
  | 'ended'
  | 'details'
  | 'documents'
  | 'review'
  | 'elsewhere'
  | 'in_review'
  | 'passed'
  | 'refused'

/** Returns whether a level counts on this day, with the lower ones. */
export const isReached = ({ level: reached }: MemberVerification, level: Level) =>
  reached >= getLevelNumber(level)

/** Returns the address of a level, or of one of its steps. */
export const buildVerificationPath = (level: Level, step?: 'details' | 'documents' | 'review') =>
  `/dashboard/verification?level=${level}${step ? `&step=${step}` : ''}`

/**
 * Returns the level that the screen shows: the one of the address, else the lowest one that waits
 * for the member or has to be renewed soon, else the lowest one that isn't reached, else the
 * highest.
 */
export function chooseLevel(
  verification: MemberVerification,
  requested: string | null,
): MemberLevel {
  const { levels } = verification
  const named = levels.find(({ level }) => level === requested)
  const next = levels.find(({ level }) => !isReached(verification, level))

  return named ?? levels.find(isUpToMember) ?? next ?? (levels.at(-1) as MemberLevel)
}

const isUpToMember = ({ status, expiresSoon }: MemberLevel) =>
  status === 'try_again' || status === 'waiting_for_member' || expiresSoon

/** Returns the lower level that has to be sent first, or undefined. */
export function findLowerLevel(
  verification: MemberVerification,
  { level }: MemberLevel,
): MemberLevel | undefined {
  const lower = verification.levels[LEVELS.indexOf(level) - 1]
  const isSent = !lower || lower.status === 'in_review' || isReached(verification, lower.level)

  return isSent ? undefined : lower
}

/** Returns what the screen shows of a level at a step of the address. */
export function chooseView(
  verification: MemberVerification,
  level: MemberLevel,
  step: string | null,
): VerificationView {
  const { status } = level
  if (status === 'in_review' || (status === 'refused' && !level.canBegin)) return status
  if (status === 'passed' && isReached(verification, level.level)) return 'passed'
  if (verification.provider === 'none') return 'off'
  if (findLowerLevel(verification, level)) return 'lower'
  if (step === 'details' && !verification.detailsLocked) return 'details'
  if (status === 'waiting_for_member') return chooseOpenView(level, step)
  if (status === 'try_again') return hasDocuments(level) ? 'try_again' : 'ended'

  return status === 'not_started' ? 'start' : 'renew'
}

/** Returns whether an attempt that was returned has documents here, to reuse or to send again. */
export const hasDocuments = ({
  documents,
  rejectedDocuments,
}: Pick<MemberLevel, 'documents' | 'rejectedDocuments'>): boolean =>
  documents.length + rejectedDocuments.length > 0

const chooseOpenView = (
  { provider, missing }: MemberLevel,
  step: string | null,
): VerificationView => {
  if (provider === 'sumsub') return 'elsewhere'
  return step === 'review' && missing.length === 0 ? 'review' : 'documents'
}

/** The position of each view in the stepper; views without one have no stepper. */
export const STEP_NUMBERS: Partial<Record<VerificationView, number>> = {
  details: 1,
  documents: 2,
  elsewhere: 2,
  review: 3,
  in_review: 4,
}
