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
  sharesOf,
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
      // Once matured, what fell due is what there is: the principal it stood on is gone.
      accrued: row.maturedOn ? row.returnDue : accruedOn(row, redeemed, today),
      target: row.maturedOn ? row.returnDue : targetOf(row, redeemed),
      daysPassed: daysInTerm(row.openedOn, today, row.termDays),
    }
  })
}

/** The parts that were withdrawn and not given back, or lost, by position: each counts until its day. */
export async function redeemedParts(
  reader: Reader,
  positionIds: readonly string[],
): Promise<Map<string, RedeemedPart[]>> {
  const parts = new Map<string, RedeemedPart[]>()
  if (positionIds.length === 0) return parts
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('position_redemption')
    .select(['position_id', 'amount_cents as amount', 'redeemed_on as on'])
    .where('position_id', 'in', positionIds)
    .where('restored_on', 'is', null)
    .unionAll((lost) =>
      lost
        .selectFrom('position_loss')
        .select(['position_id', 'amount_cents as amount', 'lost_on as on'])
        .where('position_id', 'in', positionIds),
    )
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

/** The plans that a distribution can begin or go on for: something is due, and income recorded by the day isn't used up. */
export async function listPayablePlans(reader: Reader, day: Day): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from plan p
    where exists (select from distribution where plan_id = p.id and ended_at is null)
      or (exists (select from position where plan_id = p.id and return_due > return_paid)
        and exists (select from plan_income where plan_id = p.id and used_cents < cents and recorded_on <= ${day}::date))
    order by id`.execute(reader)
  return rows.map(({ id }) => id)
}

export type FundedReturn = {
  distributionId: string
  paidOn: Day
  cents: Cents
  /** The incomes it was paid out of, each with its share, oldest first. */
  incomes: {
    incomeId: string
    cents: Cents
    source: string
    periodFrom: Day
    periodTo: Day
    evidenceKey: string
    evidenceType: string
    evidenceSha256: string
  }[]
}

/** What was paid of a position's return, oldest first, and out of which income each payment came: shares add up to the cent. */
export async function fundingOf(reader: Reader, positionId: string): Promise<FundedReturn[]> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('payout as p')
    .innerJoin('distribution as d', 'd.id', 'p.distribution_id')
    .innerJoin('distribution_income as f', 'f.distribution_id', 'd.id')
    .innerJoin('plan_income as i', 'i.id', 'f.income_id')
    .select(['d.id as distributionId', 'd.on_day as paidOn', 'p.cents as paid'])
    .select(['i.id as incomeId', 'f.cents', 'i.source', 'i.period_from as periodFrom'])
    .select(['i.period_to as periodTo', 'i.evidence_key as evidenceKey', 'i.evidence_type as evidenceType'])
    .select('i.evidence_sha256 as evidenceSha256')
    .where('p.position_id', '=', positionId)
    .orderBy('d.begun_at')
    .orderBy('d.id')
    .orderBy('i.recorded_at')
    .orderBy('i.id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.distributionId)].map(([distributionId, parts]) => {
    const { paid: cents = 0n, paidOn = '' } = parts[0] ?? {}
    const incomes = sharesOf(cents, parts).map(
      ({ distributionId: _, paidOn: __, paid: ___, ...income }) => income,
    )
    return { distributionId, paidOn, cents, incomes }
  })
}
