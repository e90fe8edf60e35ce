import { type Cents, mulDiv } from '#lib/money.ts'
import { formatPercentage } from '#lib/percentages.ts'
import type { ClaimRefusal } from '#modules/campaigns/model.ts'
import { type Member, normalizeMailbox } from '#modules/identity/model.ts'
import { PROMOTION, type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'

export const REWARD_KINDS = ['referral', 'campaign'] as const
export type RewardKind = (typeof REWARD_KINDS)[number]

/**
 * waiting (for the campaign's budget) → due (for promotion money) → paid, or refused. Paid and
 * refused are final.
 */
export const REWARD_STATES = ['waiting', 'due', 'paid', 'refused'] as const
export type RewardState = (typeof REWARD_STATES)[number]
export type Refusal =
  | ClaimRefusal
  | 'self_referral'
  | 'nothing'
  | 'budget_used'
  | 'deposit_reversed'

/** The reasons for no reward, as the staff reads them. */
export const REFUSALS: Record<Refusal, string> = {
  off: 'The programme was switched off.',
  country: 'Not allowed in the country of one of the members.',
  unknown: 'The code belongs to no eligible member or published campaign.',
  self_referral: 'The member used their own code.',
  nothing: 'The reward was less than one cent.',
  not_running: 'The campaign was not running at sign-up.',
  budget_used: "The campaign's budget was used.",
  deposit_reversed: 'The deposit was reversed.',
}

export type Reward = {
  id: string
  /** The order in which first deposits were noted: who is first is served first. */
  sequence: bigint
  kind: RewardKind
  /** The member who is rewarded, and the member whose first deposit it is for. */
  memberId: string
  referredId: string
  depositId: string
  campaignId: string | null
  cents: Cents
  notedOn: string
  notedAt: Date
  dueAt: Date | null
  paidOn: string | null
  paidAt: Date | null
  declineReason: Refusal | null
}

/** Returns the state of a reward. */
export function computeRewardState({
  declineReason: refusedBecause,
  paidAt,
  dueAt,
}: Reward): RewardState {
  if (refusedBecause) return 'refused'
  if (paidAt) return 'paid'
  return dueAt ? 'due' : 'waiting'
}

const BPS = 10_000n

/** Returns the inviter's share of a first deposit, in cents, rounded down. */
export const computeReferralCents = (credited: Cents, percentageBps: number): Cents =>
  mulDiv(credited, BigInt(percentageBps), BPS)

/** Checks whether two accounts share a mailbox or a phone number, which suggests one person. */
export const isSamePerson = (
  one: Pick<Member, 'email' | 'phoneNumber'>,
  other: Pick<Member, 'email' | 'phoneNumber'>,
): boolean =>
  normalizeMailbox(one.email) === normalizeMailbox(other.email) ||
  one.phoneNumber === other.phoneNumber

/** Returns the transfer of a reward: promotion money to the member's cash. */
export const buildRewardTransfer = (
  { id, memberId, cents }: Pick<Reward, 'id' | 'memberId' | 'cents'>,
  on: string,
  actor: string,
): Transfer => ({
  idempotencyKey: `reward/${id}`,
  transferType: 'reward_paid',
  debit: PROMOTION,
  credit: toMemberAccountCode(memberId, 'cash'),
  amount: cents,
  effectiveDate: on,
  reference: id,
  actor,
})

/**
 * Returns the sentence about the inviter's reward for a person who signs up; null when there would
 * be none.
 */
export const describeInviterReward = (percentageBps: number): string | null =>
  percentageBps === 0
    ? null
    : `The person who invited you earns ${formatPercentage(percentageBps)} of your first ` +
      'deposit. We pay it from our own promotion account; nothing is taken from your deposit.'

export const buildAffiliateLink = (publicUrl: string, code: string): string =>
  `${publicUrl.replace(/\/$/, '')}/${code}`
