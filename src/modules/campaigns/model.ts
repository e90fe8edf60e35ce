import { addDays, countDays, type Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { findPromise } from '#lib/promises.ts'

/** draft → published → ended, by its last day or early with a reason. Its content never changes. */
export type CampaignState = 'draft' | 'published' | 'ended'

export type Campaign = {
  id: string
  /** The code in `?campaign=`. */
  code: string
  name: string
  text: string
  /** The reward of each claim. */
  amount: Cents
  budget: Cents
  /** The part of the budget that has fallen due. */
  used: Cents
  /** Both days are days of the campaign. */
  startsOn: Day
  endsOn: Day
  createdBy: string
  createdAt: Date
  publishedBy: string | null
  publishedAt: Date | null
  endedBy: string | null
  endedAt: Date | null
  endedBecause: string | null
}

/** The reasons to reject a claim before its turn at the budget. */
export type ClaimRefusal = 'off' | 'country' | 'unknown' | 'not_running'

export const NAME_LIMIT = 80
export const MAX_TEXT_LENGTH = 500
export const REASON_LIMIT = 500
export const CODE_FORM = /^(?=.{2,40}$)[a-z0-9]+(-[a-z0-9]+)*$/
/**
 * A campaign from this budget, or this amount per claim, is published by another admin; in cents.
 */
export const SECOND_ADMIN_FROM = { budget: 100_000n, amount: 10_000n } as const

/** Checks whether another admin than its creator has to publish the campaign. */
export const needsSecondAdmin = ({ budget, amount }: Pick<Campaign, 'budget' | 'amount'>) =>
  budget >= SECOND_ADMIN_FROM.budget || amount >= SECOND_ADMIN_FROM.amount

/** Checks whether the admin may publish the draft. */
export const mayPublish = (campaign: Campaign, admin: { id: string }): boolean =>
  campaign.publishedAt === null && (!needsSecondAdmin(campaign) || campaign.createdBy !== admin.id)

/** The number of last days on which a campaign is shown as ending soon. */
export const LAST_DAYS = 7
export const ENDS_SOON = 'Offer Ends Soon'

/** Normalises a code as typed in an address. */
export const normalizeCode = (text: string): string => text.trim().toLowerCase()

/** Returns the state of a campaign on a day. */
export function computeCampaignState(
  { publishedAt, endedAt, endsOn }: Campaign,
  today: Day,
): CampaignState {
  if (!publishedAt) return 'draft'
  return endedAt || today > endsOn ? 'ended' : 'published'
}

/**
 * Checks whether it can be claimed on a day: published, begun, not ended, and with budget for one
 * more.
 */
export const isRunning = (campaign: Campaign, today: Day): boolean =>
  computeCampaignState(campaign, today) === 'published' &&
  today >= campaign.startsOn &&
  campaign.used + campaign.amount <= campaign.budget

/** Checks whether a day is among its last days, the very last one included. */
export const isEndingSoon = ({ endsOn }: Pick<Campaign, 'endsOn'>, today: Day): boolean => {
  const left = countDays(today, endsOn)
  return left >= 0 && left < LAST_DAYS
}

/** Returns the instant to count down to: the end of the last day, in UTC. */
export const computeCampaignEnd = ({ endsOn }: Pick<Campaign, 'endsOn'>): Date =>
  new Date(`${addDays(endsOn, 1)}T00:00:00Z`)

/** Checks whether a sign-up claimed it: on one of its days, while it was published. */
export const isRunningAtSignUp = (
  campaign: Campaign,
  member: { createdAt: Date; signedUpOn: Day },
): boolean =>
  campaign.publishedAt !== null &&
  campaign.publishedAt <= member.createdAt &&
  (campaign.endedAt === null || member.createdAt < campaign.endedAt) &&
  campaign.startsOn <= member.signedUpOn &&
  member.signedUpOn <= campaign.endsOn

const FIELDS = ['name', 'text'] as const

/**
 * Returns the error for a campaign text that promises a return, with the phrase and its field; null
 * when none does.
 */
export function findTextRefusal(
  texts: Pick<Campaign, (typeof FIELDS)[number]>,
): DomainError | null {
  for (const field of FIELDS) {
    const phrase = findPromise(texts[field])
    if (phrase)
      return new DomainError(
        'promises_return',
        422,
        `"${phrase}" promises a return, which isn’t allowed. Please say what is given, and for ` +
          `what.`,
        field,
      )
  }

  return null
}

export const failures = {
  invalid: (message: string, field: string) =>
    new DomainError('invalid_campaign', 422, message, field),
  codeTaken: () =>
    new DomainError(
      'campaign_code_taken',
      409,
      'Another campaign already uses or used this code.',
      'code',
    ),
  begunBefore: () =>
    new DomainError(
      'campaign_begun',
      422,
      'A campaign has to be published before its first day, and that day has come. Create a ' +
        'new campaign with later dates.',
      'startsOn',
    ),
  secondAdmin: () =>
    new DomainError(
      'second_admin',
      409,
      'You created this campaign, so another admin has to publish it: its budget is $1,000 or ' +
        'more, or it pays $100 or more per claim.',
    ),
  published: () => new DomainError('already_published', 409, 'This campaign is already published.'),
  draft: () => new DomainError('not_published', 409, 'This campaign isn’t published.'),
  ended: () => new DomainError('already_ended', 409, 'This campaign has already ended.'),
  reason: () =>
    new DomainError('reason_needed', 400, 'Please give a reason for ending it early.', 'reason'),
}
