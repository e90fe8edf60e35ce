import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { splitProRata } from '../model.ts'
import type { PlansTables } from '../tables.ts'

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

/**
 * Lists the payments of a position's return, oldest first, each with the shares of income that
 * funded it. Shares add up to the cent.
 */
export async function listFundedReturns(
  reader: Reader,
  positionId: string,
): Promise<FundedReturn[]> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('payout as p')
    .innerJoin('distribution as d', 'd.id', 'p.distribution_id')
    .innerJoin('distribution_income as f', 'f.distribution_id', 'd.id')
    .innerJoin('plan_income as i', 'i.id', 'f.income_id')
    .select(['d.id as distributionId', 'd.on_day as paidOn', 'p.cents as paid'])
    .select(['i.id as incomeId', 'f.cents', 'i.source', 'i.period_from as periodFrom'])
    .select([
      'i.period_to as periodTo',
      'i.evidence_key as evidenceKey',
      'i.evidence_type as evidenceType',
    ])
    .select('i.evidence_sha256 as evidenceSha256')
    .where('p.position_id', '=', positionId)
    .orderBy('d.on_day')
    .orderBy('d.begun_at')
    .orderBy('d.id')
    .orderBy('i.recorded_at')
    .orderBy('i.id')
    .execute()

  return [...Map.groupBy(rows, (row) => row.distributionId)].map(([distributionId, parts]) => {
    const { paid: cents = 0n, paidOn = '' } = parts[0] ?? {}
    const incomes = splitProRata(cents, parts).map(
      ({ distributionId: _, paidOn: __, paid: ___, ...income }) => income,
    )
    return { distributionId, paidOn, cents, incomes }
  })
}

export type Funding = {
  positionId: string
  distributionId: string
  onDay: Day
  cents: Cents
  /** The recorded income that the distribution shared out, oldest first. */
  incomes: { id: string; source: string; from: Day; to: Day }[]
}

/** Lists the payments of positions with the income that funded each, oldest first. */
export async function listFunding(
  reader: Reader,
  positionIds: readonly string[],
): Promise<Funding[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('payout as y')
    .innerJoin('distribution as d', 'd.id', 'y.distribution_id')
    .innerJoin('distribution_income as s', 's.distribution_id', 'd.id')
    .innerJoin('plan_income as i', 'i.id', 's.income_id')
    .select([
      'y.position_id as positionId',
      'd.id as distributionId',
      'd.on_day as onDay',
      'y.cents',
    ])
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
