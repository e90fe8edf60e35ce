import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Permission } from '#modules/approvals/model.ts'
import { LIST_NAMES } from './list-names.ts'
import type { ListedParty, ListSource } from './listed-party.ts'
import type { ScreenedPerson } from './name-match.ts'

/** A case holds its member until it is a false positive. */
export const CASE_STATUSES = ['open', 'false_positive', 'true_match'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** A version of an official list as it was loaded. */
export type ScreeningList = {
  id: string
  source: ListSource
  publishedOn: Day | null
  parties: number
  loadedAt: Date
}

/** A member who resembles a listed party, as both were when the case was opened. */
export type ScreeningCase = {
  id: string
  memberId: string
  source: ListSource
  party: ListedParty
  person: ScreenedPerson
  /** The similarity of the names, to 100. */
  score: number
  matchedName: string
  contentHash: string
  openedAt: Date
  status: CaseStatus
  decidedAt: Date | null
  /** The id of the admin who proposed the dismissal, or confirmed the match. */
  decidedBy: string | null
  /** The approval of the dismissal by a second admin. */
  approvalId: string | null
  reason: string | null
}

/** A false positive lets a member be paid again: two admins decide. */
export const DISMISSAL_PERMISSION = 'screening.dismiss' satisfies Permission

/** Returns what two admins agree to: this case, as it was opened, and the reason. */
export const toDismissalContent = (
  { contentHash, memberId, source, matchedName, score, status }: ScreeningCase,
  reason: string,
) => ({
  case: contentHash,
  memberId,
  list: LIST_NAMES[source],
  matchedName,
  score: String(score),
  confirmed: status === 'true_match' ? 'Confirmed as a true match' : 'Not confirmed',
  reason,
})

/** Reads the content of a proposed dismissal. */
export const parseDismissal = (content: Readonly<Record<string, unknown>>) => ({
  confirmed: String(content.confirmed),
  reason: String(content.reason),
})

/** The errors of screening. Those for members say nothing of lists or matches. */
export const refusals = {
  decided: () =>
    new DomainError('case_decided', 409, 'This case has already been decided. Nothing changed.'),
  confirmedMeanwhile: () =>
    new DomainError(
      'confirmed_meanwhile',
      409,
      'The case was confirmed as a true match after this was proposed. Reject it, and propose ' +
        'the dismissal again.',
    ),
  alreadyProposed: () =>
    new DomainError(
      'already_proposed',
      409,
      'A dismissal of this case is already waiting for a second admin.',
    ),
  held: () =>
    new DomainError(
      'screening_hold',
      409,
      'Screening holds this member: a case is open or a true match, or the first screening is ' +
        'still to come. See Screening.',
    ),
  inReview: () =>
    new DomainError(
      'account_in_review',
      409,
      'We’re reviewing your account, so this isn’t possible at the moment. Nothing changed, and ' +
        'your balance is as it was. Contact us if you have a question.',
    ),
}
