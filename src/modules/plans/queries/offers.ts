import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PlanVersion } from '../model.ts'
import type { PlansTables } from '../tables.ts'

export const selectVersions = (reader: Reader) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .select([
      'v.id',
      'v.plan_id as planId',
      'v.number',
      'p.family',
      'p.name',
      'v.liquidity',
      'v.fees',
    ])
    .select(['v.min_cents as minAmount', 'v.max_cents as maxAmount', 'v.target_bps as targetBps'])
    .select(['v.term_days as termDays', 'v.basis', 'v.risk', 'v.sample', 'v.extraordinary'])
    .select(['v.effective_from as effectiveFrom', 'v.notice_days as noticePeriodDays'])

/**
 * What is on offer on a day: of each plan that isn't closed the latest version that is published
 * and has begun, by family and least amount.
 */
export async function listPublishedPlans(reader: Reader, today: Day): Promise<PlanVersion[]> {
  const offered = await selectVersions(reader)
    .distinctOn('v.plan_id')
    .where('v.published_at', 'is not', null)
    .where('v.effective_from', '<=', today)
    .where('p.closed_at', 'is', null)
    .orderBy('v.plan_id')
    .orderBy('v.number', 'desc')
    .execute()

  return offered.sort(compareVersions)
}

const compareVersions = (one: PlanVersion, other: PlanVersion) =>
  one.family.localeCompare(other.family) ||
  Number(one.minAmount - other.minAmount) ||
  one.name.localeCompare(other.name)

/**
 * The version on offer today, for new money. Throws `not_found` for one that isn't offered, or not
 * any more.
 */
export async function getPlanOnOffer(
  reader: Reader,
  versionId: string,
  today: Day,
): Promise<PlanVersion> {
  const offered = await listPublishedPlans(reader, today)
  const version = offered.find((plan) => plan.id === versionId)
  if (!version) throw createNotFoundError('This plan')
  return version
}

/**
 * One published version, on offer or not: what a position or a quote was made under stays readable.
 * Throws `not_found`.
 */
export async function getPlanVersion(reader: Reader, versionId: string): Promise<PlanVersion> {
  const version = await selectVersions(reader)
    .where('v.id', '=', versionId)
    .where('v.published_at', 'is not', null)
    .executeTakeFirst()
  if (!version) throw createNotFoundError('This plan')
  return version
}
