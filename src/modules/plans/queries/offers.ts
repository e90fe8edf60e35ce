import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import { type ColumnTypes, toBatchQuery } from '#platform/db/read-batch.ts'
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

/** The columns of a plan version that JSON has no type for. */
export const VERSION_TYPES: ColumnTypes<PlanVersion> = { minAmount: 'bigint', maxAmount: 'bigint' }

const selectOffers = (reader: Reader, today: Day) =>
  selectVersions(reader)
    .distinctOn('v.plan_id')
    .where('v.published_at', 'is not', null)
    .where('v.effective_from', '<=', today)
    .where('p.closed_at', 'is', null)
    .orderBy('v.plan_id')
    .orderBy('v.number', 'desc')

/**
 * Lists the plans on offer on a day, by family and minimum amount: of each open plan the latest
 * published version that has begun.
 */
export async function listPublishedPlans(reader: Reader, today: Day): Promise<PlanVersion[]> {
  return (await selectOffers(reader, today).execute()).sort(compareVersions)
}

const compareVersions = (one: PlanVersion, other: PlanVersion) =>
  one.family.localeCompare(other.family) ||
  Number(one.minAmount - other.minAmount) ||
  one.name.localeCompare(other.name)

/** Returns a version for a new investment. Throws `not_found` (404) unless it is on offer today. */
export const getPlanOnOffer = async (
  reader: Reader,
  versionId: string,
  today: Day,
): Promise<PlanVersion> => takePlanOnOffer(versionId, await selectOffers(reader, today).execute())

/** Returns the query of the plans on offer on a day, for `readBatch`. */
export const selectPlansOnOffer = (reader: Reader, today: Day) =>
  toBatchQuery<PlanVersion>(selectOffers(reader, today), VERSION_TYPES)

/** Returns a version from the rows of `selectPlansOnOffer`, as `getPlanOnOffer` does. */
export function takePlanOnOffer(
  versionId: string,
  offered: readonly PlanVersion[],
  field?: string,
): PlanVersion {
  const version = offered.find((plan) => plan.id === versionId)
  if (!version) throw createNotFoundError('This plan', field)
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

/** A plan version, and whether its plan is closed to new money. */
export type CreditPlan = PlanVersion & { closed: boolean }

const selectCredit = (reader: Reader, versionId: string) =>
  selectVersions(reader)
    .select(sql<boolean>`p.closed_at is not null`.as('closed'))
    .where('v.id', '=', versionId)
    .where('v.published_at', 'is not', null)

/** Returns the query of the version that a deposit is invested in, for `readBatch`. */
export const selectCreditPlan = (reader: Reader, versionId: string) =>
  toBatchQuery<CreditPlan>(selectCredit(reader, versionId), VERSION_TYPES)

/**
 * Returns the query of `selectCreditPlan` which also holds the plan as it is, open or closed, until
 * the transaction ends.
 */
export const selectLockedCreditPlan = (tx: Tx, versionId: string) =>
  toBatchQuery<CreditPlan>(selectCredit(tx, versionId).forKeyShare('p'), VERSION_TYPES)

/** Returns the version from the rows of `selectCreditPlan`. Throws `not_found` (404). */
export function takeCreditPlan([plan]: readonly CreditPlan[]): CreditPlan {
  if (!plan) throw createNotFoundError('This plan')
  return plan
}
