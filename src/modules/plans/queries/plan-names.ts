import { sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import { formatPlanName, getFamilyName, type PlanFamily } from '../model.ts'
import type { PlansTables } from '../tables.ts'

/** Returns a plan's name with its family: 'BASIC (crypto)'. Throws `not_found` (404). */
export async function getPlanName(reader: Reader, planId: string): Promise<string> {
  const tables = reader.withTables<PlansTables>()
  const plan = await tables
    .selectFrom('plan')
    .select(['name', 'family'])
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw createNotFoundError('This plan')

  return formatPlanName(plan)
}

/** Lists labels of plans, by id. */
async function listPlanLabels(
  reader: Reader,
  ids: readonly string[],
  called: (plan: { name: string; family: PlanFamily }) => string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select(['id', 'name', 'family'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()

  return new Map(rows.map(({ id, ...plan }) => [id, called(plan)]))
}

/** Lists the names of plans with their families, by id: 'BASIC (crypto)'. */
export const listPlanNames = (reader: Reader, ids: readonly string[]) =>
  listPlanLabels(reader, ids, formatPlanName)

/**
 * Lists the names of plans with their families, by id, where plans of one name have to be
 * distinguished.
 */
export const listPlanTitles = (reader: Reader, ids: readonly string[]) =>
  listPlanLabels(reader, ids, ({ name, family }) => `${name}, ${getFamilyName(family)}`)

/** Lists the ids of all versions of a plan; none of an unknown plan. */
export async function listPlanVersionIds(reader: Reader, planId: string): Promise<string[]> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('plan_version')
    .select('id')
    .where('plan_id', '=', planId)
    .execute()

  return rows.map(({ id }) => id)
}
