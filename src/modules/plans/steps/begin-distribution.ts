import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { toPlanIncomeAccountCode } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'
import { allocateIncome, type Distribution, pickSmallest } from './allocate-income.ts'

type Due = { cents: Cents; upto_matured: Day; upto_id: string }

/**
 * Returns the running distribution of a plan, or begins one over what is due and the income
 * recorded by the day. Both are fixed at that moment; later maturities and income belong to the
 * next distribution. Null when nothing is due or no income is unused.
 */
export async function beginDistribution(
  tx: Tx,
  app: Pick<App, 'clock'>,
  planId: string,
  day: Day,
): Promise<Distribution | null> {
  const tables = tx.withTables<PlansTables>()
  await tables.selectFrom('plan').select('id').where('id', '=', planId).forNoKeyUpdate().execute()

  const running = await findRunning(tx, planId)
  if (running) return running

  const due = await findDueReturns(tx, planId)
  const incomes = await lockUnused(tx, planId, day)
  const unused = incomes.reduce((sum, { cents }) => sum + cents, 0n)
  const funded = due
    ? pickSmallest(due.cents, unused, await getBalance(tx, toPlanIncomeAccountCode(planId)))
    : 0n
  if (!due || funded <= 0n) return null

  const distribution = await tables
    .insertInto('distribution')
    .values({
      id: createId('dst'),
      plan_id: planId,
      on_day: day,
      funded_cents: funded,
      due_cents: due.cents,
      upto_matured: due.upto_matured,
      upto_id: due.upto_id,
      done_matured: null,
      done_id: null,
      begun_at: app.clock.now(),
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  await allocateIncome(tx, distribution, incomes)

  const details = { planId, funded, due: due.cents, day }
  await record(tx, app.clock.now(), systemActor, 'distribution.begun', distribution.id, details)

  return distribution
}

const findRunning = async (tx: Tx, planId: string) =>
  (await tx
    .withTables<PlansTables>()
    .selectFrom('distribution')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) ?? null

async function findDueReturns(tx: Tx, planId: string): Promise<Due | null> {
  const { rows } = await sql<Due>`
    select (select sum(cents) from owed_return where plan_id = ${planId})::bigint as cents,
    matured_on as upto_matured, position_id as upto_id
    from owed_return where plan_id = ${planId} order by matured_on desc, position_id desc limit
    1`.execute(tx)

  return rows[0] ?? null
}

/** Oldest first: what was recorded first pays first. */
const lockUnused = (tx: Tx, planId: string, day: Day) =>
  tx
    .withTables<PlansTables>()
    .selectFrom('plan_income')
    .select(['id', sql<Cents>`cents - used_cents`.as('cents')])
    .where('plan_id', '=', planId)
    .where(sql<boolean>`used_cents < cents and reversed_at is null`)
    .where('recorded_on', '<=', day)
    .orderBy('recorded_at')
    .orderBy('id')
    .forUpdate()
    .execute()
