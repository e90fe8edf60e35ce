import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { findMemberByReferralCode } from '#modules/identity/queries.ts'
import { getSetting, isIncentiveOffered } from '#modules/settings/queries.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Reward, RewardState } from './model.ts'
import type { AffiliateTables } from './tables.ts'

type ModeConfig = Pick<Config, 'MODE' | 'OPERATOR_NAME'>

const selectRewards = (reader: Reader) =>
  reader.withTables<AffiliateTables>().selectFrom('reward').selectAll()

const toReward = (row: Selectable<AffiliateTables['reward']>): Reward => ({
  id: row.id,
  sequence: row.sequence,
  kind: row.kind,
  memberId: row.member_id,
  referredId: row.referred_id,
  depositId: row.deposit_id,
  campaignId: row.campaign_id,
  cents: row.cents,
  notedOn: row.noted_on,
  notedAt: row.noted_at,
  dueAt: row.due_at,
  paidOn: row.paid_on,
  paidAt: row.paid_at,
  declineReason: row.refused_because,
})

/** Finds the oldest claim that waits for its campaign's budget. */
export async function findWaiting(reader: Reader): Promise<Reward | null> {
  const row = await selectRewards(reader)
    .where('due_at', 'is', null)
    .where('refused_because', 'is', null)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()

  return row ? toReward(row) : null
}

/** Finds the oldest reward with a higher number that is due and unpaid. */
export async function findDue(reader: Reader, after: bigint): Promise<Reward | null> {
  const row = await selectRewards(reader)
    .where('due_at', 'is not', null)
    .where('paid_at', 'is', null)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()

  return row ? toReward(row) : null
}

/** Finds a reward that was paid for a deposit; null if none was. */
export async function findPaidReward(reader: Reader, depositId: string): Promise<Reward | null> {
  const row = await selectRewards(reader)
    .where('deposit_id', '=', depositId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()

  return row ? toReward(row) : null
}

const IN_STATE: Record<RewardState, ReturnType<typeof sql<boolean>>> = {
  waiting: sql<boolean>`due_at is null and refused_because is null`,
  due: sql<boolean>`due_at is not null and paid_at is null`,
  paid: sql<boolean>`paid_at is not null`,
  refused: sql<boolean>`refused_because is not null`,
}

export type RewardFilter = {
  memberId?: string
  state?: RewardState
  /** Lists rewards noted before this one: the cursor of the next page. */
  before?: bigint
  limit?: number
}

/** Lists rewards, newest first, including rejected ones. */
export async function listRewards(reader: Reader, only: RewardFilter = {}): Promise<Reward[]> {
  const { memberId, state, before, limit = 50 } = only
  let query = selectRewards(reader).orderBy('sequence', 'desc').limit(limit)

  if (memberId !== undefined) query = query.where('member_id', '=', memberId)
  if (state !== undefined) query = query.where(IN_STATE[state])
  if (before !== undefined) query = query.where('sequence', '<', before)
  return (await query.execute()).map(toReward)
}

export type RewardTotals = { due: Cents; paid: Cents }

/** Sums the rewards due and paid, in cents, of one member or of all. */
export async function sumRewards(reader: Reader, memberId?: string): Promise<RewardTotals> {
  return await reader
    .withTables<AffiliateTables>()
    .selectFrom('reward')
    .select(sql<bigint>`coalesce(sum(cents) filter (where ${IN_STATE.due}), 0)::bigint`.as('due'))
    .select(sql<bigint>`coalesce(sum(cents) filter (where ${IN_STATE.paid}), 0)::bigint`.as('paid'))
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .executeTakeFirstOrThrow()
}

export type Incentives = { referral: boolean; percentageBps: number; campaigns: boolean }

/** Returns the incentives that are on in a country, and the inviter's percentage. */
export async function getIncentives(
  reader: Reader,
  config: ModeConfig,
  country: string,
  today: Day,
): Promise<Incentives> {
  const referral = await getSetting(reader, config, 'referral')
  const campaigns = await getSetting(reader, config, 'campaigns')

  const where = { country, mode: config.MODE, today }

  return {
    referral: await isIncentiveOffered(reader, { incentive: referral, ...where }, 'refer'),
    percentageBps: referral.percentageBps,
    campaigns: await isIncentiveOffered(
      reader,
      { incentive: campaigns, ...where },
      'claim_campaign',
    ),
  }
}

/** Finds the verified member with an invitation code. */
export async function findInviter(reader: Reader, code: string): Promise<Member | null> {
  const inviter = await findMemberByReferralCode(reader, code)
  return inviter?.status === 'unverified' ? null : inviter
}
