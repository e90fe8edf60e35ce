import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PlanVersion } from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { PLAN_TERM_COLUMNS } from './plan-term-columns.ts'

export const selectVersions = (reader: Reader) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .select(['v.id', 'v.plan_id as planId', 'v.number', 'p.family', 'p.name'])
    .select(['v.min_cents as minAmount', 'v.max_cents as maxAmount', 'v.target_bps as targetBps'])
    .select(['v.term_days as termDays', 'v.effective_from as effectiveFrom'])
    .select(['v.sample', 'v.extraordinary'])
    .select(PLAN_TERM_COLUMNS)

/**
 * Lists the plans on offer on a day, by family and minimum amount: of each open plan the latest
 * published version that has begun.
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

/** Returns a version for a new investment. Throws `not_found` (404) unless it is on offer today. */
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
 * Returns a published version, on offer or not, so that the terms of a position or a quote stay
 * readable. Throws `not_found` (404).
 */
export async function getPlanVersion(reader: Reader, versionId: string): Promise<PlanVersion> {
  const version = await selectVersions(reader)
    .where('v.id', '=', versionId)
    .where('v.published_at', 'is not', null)
    .executeTakeFirst()
  if (!version) throw createNotFoundError('This plan')
  return version
}

/** Returns whether a plan is closed to new money. */
export async function isPlanClosed(reader: Reader, planId: string): Promise<boolean> {
  const plan = await reader
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select('closed_at')
    .where('id', '=', planId)
    .executeTakeFirst()

  return plan?.closed_at != null
}
