import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { formatPlanName, type Period } from '../model.ts'
import type { PlansTables } from '../tables.ts'

export type IncomeLine = Period & {
  id: string
  cents: Cents
  source: string
  receipt: string
  approval: string
  recordedOn: Day
  recordedAt: Date
  evidenceSha256: string
  /** The parts of it that distributions have used, and have not. */
  used: Cents
  unused: Cents
  reversedAt: Date | null
  reversedBy: string | null
  reversalReason: string | null
}

/** Lists a plan's income, newest first. */
export async function listPlanIncome(reader: Reader, planId: string): Promise<IncomeLine[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('plan_income')
    .select(['id', 'cents', 'period_from as periodFrom', 'period_to as periodTo', 'source'])
    .select(['receipt_id as receipt', 'approval_id as approval', 'recorded_on as recordedOn'])
    .select([
      'recorded_at as recordedAt',
      'evidence_sha256 as evidenceSha256',
      'used_cents as used',
    ])
    .select(
      sql<Cents>`case when reversed_at is null then cents - used_cents else 0 end`.as('unused'),
    )
    .select([
      'reversed_at as reversedAt',
      'reversed_by as reversedBy',
      'reversal_reason as reversalReason',
    ])
    .where('plan_id', '=', planId)
    .orderBy('recorded_at', 'desc')
    .orderBy('id')
    .execute()
}

export type LossLine = Period & {
  id: string
  cents: Cents
  cause: string
  approval: string
  recordedOn: Day
  recordedAt: Date
  evidenceSha256: string
  /** The number of positions that bore it. */
  positions: number
}

/** Lists a plan's losses, newest first. */
export async function listPlanLosses(reader: Reader, planId: string): Promise<LossLine[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('plan_loss as l')
    .select([
      'l.id',
      'l.cents',
      'l.period_from as periodFrom',
      'l.period_to as periodTo',
      'l.cause',
    ])
    .select([
      'l.approval_id as approval',
      'l.recorded_on as recordedOn',
      'l.recorded_at as recordedAt',
    ])
    .select('l.evidence_sha256 as evidenceSha256')
    .select(
      sql<number>`(select count(*)::int from position_loss p where p.loss_id = l.id)`.as(
        'positions',
      ),
    )
    .where('l.plan_id', '=', planId)
    .orderBy('l.recorded_at', 'desc')
    .orderBy('l.id')
    .execute()
}

export type LossFact = { id: string; plan: string; cause: string; from: Day; to: Day }

/** Lists facts of losses, by id. An unknown id has no entry. */
export async function listLossFacts(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LossFact>> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('plan_loss as l')
    .innerJoin('plan as p', 'p.id', 'l.plan_id')
    .select(['l.id', 'p.name', 'p.family', 'l.cause', 'l.period_from as from', 'l.period_to as to'])
    .where(sql<boolean>`l.id = any(${[...ids]}::text[])`)
    .execute()

  return new Map(
    rows.map(({ name, family, ...row }) => [
      row.id,
      { ...row, plan: formatPlanName({ name, family }) },
    ]),
  )
}
