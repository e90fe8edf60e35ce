import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { notFound } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db.ts'
import {
  accruedOn,
  daysInTerm,
  type PlanVersion,
  type Position,
  type RedeemedPart,
  targetOf,
} from './model.ts'
import type { PlansTables } from './tables.ts'

const versions = (reader: Reader) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .select(['v.id', 'v.plan_id as planId', 'v.number', 'p.family', 'p.name', 'v.liquidity', 'v.fees'])
    .select(['v.min_cents as minAmount', 'v.max_cents as maxAmount', 'v.target_bps as targetBps'])
    .select(['v.term_days as termDays', 'v.basis', 'v.risk', 'v.sample', 'v.extraordinary'])
    .select('v.effective_from as effectiveFrom')

/** What is on offer on a day: of each plan the latest version that is published and has begun, by family and least amount. */
export async function listPublishedPlans(reader: Reader, today: Day): Promise<PlanVersion[]> {
  const offered = await versions(reader)
    .distinctOn('v.plan_id')
    .where('v.published_at', 'is not', null)
    .where('v.effective_from', '<=', today)
    .orderBy('v.plan_id')
    .orderBy('v.number', 'desc')
    .execute()
  return offered.sort(byFamilyAndLimits)
}

const byFamilyAndLimits = (one: PlanVersion, other: PlanVersion) =>
  one.family.localeCompare(other.family) ||
  Number(one.minAmount - other.minAmount) ||
  one.name.localeCompare(other.name)

/** The version on offer today, for a new deposit. Throws `not_found` for one that isn't offered, or not any more. */
export async function getPlanOnOffer(reader: Reader, versionId: string, today: Day): Promise<PlanVersion> {
  const offered = await listPublishedPlans(reader, today)
  const version = offered.find((plan) => plan.id === versionId)
  if (!version) throw notFound('This plan')
  return version
}

/** One published version, on offer or not: what a position or a quote was made under stays readable. Throws `not_found`. */
export async function getPlanVersion(reader: Reader, versionId: string): Promise<PlanVersion> {
  const version = await versions(reader)
    .where('v.id', '=', versionId)
    .where('v.published_at', 'is not', null)
    .executeTakeFirst()
  if (!version) throw notFound('This plan')
  return version
}

type ProposedVersion = PlanVersion & { proposedBy: string; proposedAt: Date }

/** Versions that were proposed and wait to be published, oldest first. */
export async function listProposedVersions(reader: Reader): Promise<ProposedVersion[]> {
  return await versions(reader)
    .select(['v.proposed_by as proposedBy', 'v.proposed_at as proposedAt'])
    .where('v.published_at', 'is', null)
    .orderBy('v.proposed_at')
    .orderBy('v.id')
    .execute()
}

export type PositionView = Position & {
  planName: string
  family: PlanVersion['family']
  sample: boolean
  /** The estimate of today; in no balance. */
  accrued: Cents
  /** What would fall due at maturity if the target were met. */
  target: Cents
  daysPassed: number
}

/** A member's positions, newest first, each with what it has accrued by a day. */
export async function listPositionsOf(reader: Reader, memberId: string, today: Day): Promise<PositionView[]> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .select([
      'o.id',
      'o.member_id as memberId',
      'o.plan_version_id as planVersionId',
      'o.deposit_id as depositId',
    ])
    .select(['o.principal_cents as principal', 'o.remaining_cents as remaining', 'o.target_bps as targetBps'])
    .select(['o.term_days as termDays', 'o.opened_on as openedOn', 'o.matures_on as maturesOn', 'o.status'])
    .select(['o.origin', 'o.at_maturity as atMaturity', 'o.matured_on as maturedOn'])
    .select(['o.return_due as returnDue', 'o.return_paid as returnPaid'])
    .select(['p.name as planName', 'p.family', 'v.sample'])
    .where('o.member_id', '=', memberId)
    .orderBy('o.opened_on', 'desc')
    .orderBy('o.id', 'desc')
    .execute()
  const parts = await redeemedParts(
    reader,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const redeemed = parts.get(row.id) ?? []
    return {
      ...row,
      accrued: accruedOn(row, redeemed, today),
      target: targetOf(row, redeemed),
      daysPassed: daysInTerm(row.openedOn, today, row.termDays),
    }
  })
}

/** The parts that were withdrawn from positions and not given back, by position. */
async function redeemedParts(reader: Reader, positionIds: string[]): Promise<Map<string, RedeemedPart[]>> {
  const parts = new Map<string, RedeemedPart[]>()
  if (positionIds.length === 0) return parts
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('position_redemption')
    .select(['position_id', 'amount_cents as amount', 'redeemed_on as on'])
    .where('position_id', 'in', positionIds)
    .where('restored_on', 'is', null)
    .execute()
  for (const { position_id, amount, on } of rows)
    parts.set(position_id, [...(parts.get(position_id) ?? []), { amount, on }])
  return parts
}

type PositionTotals = { principal: Cents; accrued: Cents; target: Cents; open: number }

/** What a member has invested now, and the estimates beside it. The principal equals the ledger's `member_principal`. */
export async function positionTotalsOf(
  reader: Reader,
  memberId: string,
  today: Day,
): Promise<PositionTotals> {
  const positions = await listPositionsOf(reader, memberId, today)
  return positions.reduce(
    (sum, position) => ({
      principal: sum.principal + position.remaining,
      accrued: sum.accrued + position.accrued,
      target: sum.target + position.target,
      open: sum.open + (position.status === 'open' ? 1 : 0),
    }),
    { principal: 0n, accrued: 0n, target: 0n, open: 0 },
  )
}

/** What each member has invested by the positions: to be held against the ledger, member by member. */
export async function listInvestedPrincipal(
  reader: Reader,
): Promise<{ memberId: string; principal: Cents }[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['member_id as memberId', sql<Cents>`sum(remaining_cents)::bigint`.as('principal')])
    .groupBy('member_id')
    .orderBy('member_id')
    .execute()
}

export type Funding = {
  positionId: string
  distributionId: string
  onDay: Day
  cents: Cents
  /** The recorded income that the distribution shared out, oldest first. */
  incomes: { id: string; source: string; from: Day; to: Day }[]
}

/** What positions were paid, each payment with the income that funded it: payout, distribution, income. Oldest first. */
export async function listFunding(reader: Reader, positionIds: readonly string[]): Promise<Funding[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('payout as y')
    .innerJoin('distribution as d', 'd.id', 'y.distribution_id')
    .innerJoin('distribution_income as s', 's.distribution_id', 'd.id')
    .innerJoin('plan_income as i', 'i.id', 's.income_id')
    .select(['y.position_id as positionId', 'd.id as distributionId', 'd.on_day as onDay', 'y.cents'])
    .select(
      sql<
        Funding['incomes']
      >`json_agg(json_build_object('id', i.id, 'source', i.source, 'from', i.period_from,
        'to', i.period_to) order by i.recorded_at, i.id)`.as('incomes'),
    )
    .where(sql<boolean>`y.position_id = any(${[...positionIds]}::text[])`)
    .groupBy(['y.position_id', 'd.id', 'd.on_day', 'y.cents', 'd.begun_at'])
    .orderBy('d.begun_at')
    .orderBy('y.position_id')
    .execute()
}

export type LossFact = { id: string; plan: string; cause: string; from: Day; to: Day }

/** What happened in these losses, by id; who isn't known isn't in it. */
export async function listLossFacts(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LossFact>> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('plan_loss as l')
    .innerJoin('plan as p', 'p.id', 'l.plan_id')
    .select(['l.id', 'p.name as plan', 'l.cause', 'l.period_from as from', 'l.period_to as to'])
    .where(sql<boolean>`l.id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The names of plans, by id. */
export async function listPlanNames(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
