import { type Cents, mulDiv } from '#lib/money.ts'
import { formatPercentage } from '#lib/percentages.ts'
import type { ClaimRefusal } from '#modules/campaigns/model.ts'
import { type Member, normalizeMailbox } from '#modules/identity/model.ts'
import { PROMOTION, type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'

export const REWARD_KINDS = ['referral', 'campaign'] as const
export type RewardKind = (typeof REWARD_KINDS)[number]

/**
 * A claim waits for its turn at the budget; what is due waits for promotion money; both ends are
 * for good.
 */
export const REWARD_STATES = ['waiting', 'due', 'paid', 'refused'] as const
export type RewardState = (typeof REWARD_STATES)[number]
export type Refusal = ClaimRefusal | 'self_referral' | 'nothing' | 'budget_used'

/** Why there is no reward, as the staff reads it. */
export const REFUSALS: Record<Refusal, string> = {
  off: 'Incentives of this kind were off.',
  country: 'It is not allowed in a country of who is involved.',
  unknown: 'Nobody who may invite, and no published campaign, has this code.',
  self_referral: 'Inviter and invited are the same person.',
  nothing: 'The reward came to nothing.',
  not_running: 'The campaign was not running at sign-up.',
  budget_used: "The campaign's budget was used.",
}

export type Reward = {
  id: string
  /** The order in which first deposits were noted: who is first is served first. */
  sequence: bigint
  kind: RewardKind
  /** Who is rewarded, and whose first deposit it is for. */
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

/** Where a reward stands. */
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

/** The share of a first deposit that its inviter is rewarded with, rounded down to the cent. */
export const computeReferralCents = (credited: Cents, percentageBps: number): Cents =>
  mulDiv(credited, BigInt(percentageBps), BPS)

/** Whether two accounts are one person's, as far as it can be told: one mailbox, or one phone. */
export const isSamePerson = (
  one: Pick<Member, 'email' | 'phoneNumber'>,
  other: Pick<Member, 'email' | 'phoneNumber'>,
): boolean =>
  normalizeMailbox(one.email) === normalizeMailbox(other.email) ||
  one.phoneNumber === other.phoneNumber

/** What paying a reward posts: promotion money to the member's cash, and from nowhere else. */
export const buildRewardTransfer = (
  { id, memberId, cents }: Pick<Reward, 'id' | 'memberId' | 'cents'>,
  on: string,
  actor: string,
): Transfer => ({
  event: `reward/${id}`,
  kind: 'reward_paid',
  debit: PROMOTION,
  credit: toMemberAccountCode(memberId, 'cash'),
  amount: cents,
  effective: on,
  reference: id,
  actor,
})

/** What an invited person is told before they sign up; null when nobody would be rewarded. */
export const describeInviterReward = (percentageBps: number): string | null =>
  percentageBps === 0
    ? null
    : `Whoever invited you is rewarded with ${formatPercentage(percentageBps)} of your first ` +
      'deposit. The operator pays it out of its own promotion money: nothing is taken from ' +
      'what you deposit.'

export const buildAffiliateLink = (publicUrl: string, code: string): string =>
  `${publicUrl.replace(/\/$/, '')}/${code}`
