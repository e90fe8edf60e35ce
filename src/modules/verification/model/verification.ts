import { addDays, type Day, toUtcDay } from '#lib/dates.ts'
import type { Checklist } from './checklist.ts'
import type { FoundPerson } from './compare-person.ts'
import type { IdentityDetails } from './details.ts'
import type { DocumentKind } from './documents.ts'
import type { Level } from './levels.ts'

/** A member without a row of a level has not started it. */
export const VERIFICATION_STATUSES = [
  'waiting_for_member',
  'in_review',
  'passed',
  'try_again',
  'refused',
  'expired',
] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

export const PROVIDERS = ['desk', 'sumsub'] as const
export type ProviderName = (typeof PROVIDERS)[number]

export type Verification = {
  id: string
  sequence: bigint
  memberId: string
  level: Level
  provider: ProviderName
  status: VerificationStatus
  begunAt: Date
  /** The code that the photo has to show, and the day that it was given on. */
  code: string | null
  codeOn: Day | null
  submittedAt: Date | null
  /** The promised time of the decision. */
  dueAt: Date | null
  /** The name and the details as they were submitted; null once they were erased. */
  name: string | null
  details: IdentityDetails | null
  identityVersion: number | null
  contentHash: string | null
  decidedAt: Date | null
  /** The id of the admin who decided, or who proposed the refusal. */
  decidedBy: string | null
  /** The approval of a refusal by a second admin. */
  approvalId: string | null
  memberReason: string | null
  staffReason: string | null
  rejectedDocuments: readonly DocumentKind[]
  checklist: Checklist | null
  /** The re-check date: the level counts up to the day before. */
  expiresOn: Day | null
  providerReference: string | null
  providerNote: string | null
  /** The name an outside provider compares the documents with, as the check began. */
  sentName: string | null
  sentVersion: number | null
  /** The person the provider passed, where it differs from what was sent. */
  providerFound: FoundPerson | null
}

/** The days before the re-check date at which a member is notified. */
export const REMINDER_DAYS = 30

/** Returns whether a verification waits for the member or for staff. */
export const isOpen = ({ status }: Pick<Verification, 'status'>): boolean =>
  status === 'waiting_for_member' || status === 'in_review'

type Sent = Pick<Verification, 'provider' | 'sentName' | 'sentVersion' | 'name' | 'identityVersion'>

/**
 * Returns whether a member changed the name or the details after a check began elsewhere. Where an
 * early check has no record of what was sent, what was submitted counts.
 */
export const isOfAnotherVersion = (
  { provider, sentName, sentVersion, name, identityVersion }: Sent,
  stated: { name: string; version: number },
): boolean =>
  provider !== 'desk' &&
  ((sentName ?? name ?? stated.name) !== stated.name ||
    (sentVersion ?? identityVersion ?? stated.version) !== stated.version)

const WEEKEND = [0, 6]

/** Returns the instant so many business days later; days of a weekend in UTC don't count. */
export function addBusinessDays(instant: Date, days: number): Date {
  const due = new Date(instant)
  const isWeekend = () => WEEKEND.includes(due.getUTCDay())
  for (let left = days; left > 0 || isWeekend(); ) {
    due.setUTCDate(due.getUTCDate() + 1)
    if (!isWeekend()) left -= 1
  }

  return due
}

/** A member whose identity was refused may try again after so many days. */
export const RETRY_DAYS = 30

/** Returns from which day on a refused verification may be tried again; null for any other. */
export const getRetryDay = ({
  status,
  decidedAt,
}: Pick<Verification, 'status' | 'decidedAt'>): Day | null =>
  status === 'refused' && decidedAt ? addDays(toUtcDay(decidedAt), RETRY_DAYS) : null
