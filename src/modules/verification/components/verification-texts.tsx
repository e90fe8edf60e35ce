import { formatDay } from '#lib/dates.ts'
import { LEVEL_NAMES, type Level } from '../model.ts'
import type { MemberLevel, MemberVerification } from './calls.tsx'
import type { VerificationView } from './verification-view.tsx'

/** For what the member's rules require each level, in a sentence; none while it isn't known. */
export type LevelRequirements = Partial<Record<Level, string>>

/** The needs of each level, and what it shows. */
export const LEVEL_PURPOSES: Record<Level, { what: string; shows: string }> = {
  basic: {
    what: 'An identity document and a photo of you.',
    shows: 'Shows who you are.',
  },
  full: {
    what: 'A proof of address.',
    shows: 'Shows where you live.',
  },
  source_of_funds: {
    what: 'A document about your income or savings.',
    shows: 'Shows where your money comes from.',
  },
}

/** Formats the promised time of a review: '2 business days'. */
export const formatReviewTime = ({ reviewDays }: Pick<MemberVerification, 'reviewDays'>) =>
  reviewDays === 1 ? '1 business day' : `${reviewDays} business days`

const TITLES: Record<Exclude<VerificationView, 'passed'>, string> = {
  off: 'Verify your identity',
  lower: 'Verify your identity',
  start: 'Verify your identity',
  renew: 'Verify your identity again',
  try_again: 'Please send some documents again',
  ended: 'Please start again',
  details: 'Your details',
  documents: 'Your documents',
  elsewhere: 'Your documents',
  review: 'Check and submit',
  in_review: 'We’re reviewing your documents',
  refused: 'We couldn’t verify your identity',
}

const LEADS: Record<Exclude<VerificationView, 'passed'>, string> = {
  off: 'Identity verification isn’t offered here at the moment.',
  lower: 'The levels build on one another.',
  start: 'It takes about five minutes. You can stop at any time and go on later.',
  renew: 'Your verification no longer counts. Please confirm your details and documents.',
  try_again: 'We couldn’t decide with what you sent. Here is what we need.',
  ended: 'Your last check doesn’t count. Here is why.',
  details: 'As they are on your documents. We compare them during the review.',
  documents: 'Upload each one here or on your phone. What is uploaded stays when you leave.',
  elsewhere: 'Our identity provider takes your documents on its own pages.',
  review: 'Please check everything before our staff see it.',
  in_review: 'You don’t need to do anything. We’ll email you the result.',
  refused: 'This is all we can share here. Please contact us if you have a question.',
}

/** Returns the heading of a view. */
export const getTitle = (view: VerificationView, { level }: MemberLevel) =>
  view === 'passed' ? `Level ${LEVEL_NAMES[level]} is verified` : TITLES[view]

/** Returns the sentence below the heading of a view. */
export function getLead(view: VerificationView, { status, expiresOn, expiresSoon }: MemberLevel) {
  if (view === 'renew' && status === 'refused')
    return 'You can try again now. Please confirm your details and documents.'
  if (view !== 'passed') return LEADS[view]

  return expiresSoon && expiresOn
    ? `Please renew it before ${formatDay(expiresOn)}.`
    : 'This level is complete.'
}
