import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Admin } from '#modules/identity/model.ts'
import { openPlanAccounts } from '#modules/ledger/steps/open-plan-accounts.ts'
import type { Tx } from '#platform/db/db.ts'
import { createPlanClosedError, type PlanOffer, toTermColumns } from '../model.ts'
import type { PlansTables } from '../tables.ts'

type InsertedVersion = { versionId: string; planId: string; number: number }

/**
 * Inserts an offer as the next version of its plan, which it creates with its ledger accounts when
 * there is none of this family and name. Throws `plan_closed` (409).
 */
export async function insertPlanVersion(
  tx: Tx,
  offer: PlanOffer,
  proposal: { admin: Admin; at: Date; extraordinary: boolean },
): Promise<InsertedVersion> {
  const planId = await findOrCreatePlan(tx, offer, proposal.at)
  const number = await allocateVersionNumber(tx, planId)
  const versionId = createId('plv')

  await tx
    .withTables<PlansTables>()
    .insertInto('plan_version')
    .values({
      ...toTermColumns(offer),
      id: versionId,
      plan_id: planId,
      number,
      min_cents: offer.minAmount,
      max_cents: offer.maxAmount,
      target_bps: offer.targetBps,
      term_days: offer.termDays,
      sample: offer.sample,
      extraordinary: proposal.extraordinary,
      effective_from: offer.effectiveFrom,
      proposed_by: proposal.admin.id,
      proposed_at: proposal.at,
      published_by: null,
      published_at: null,
    })
    .execute()

  return { versionId, planId, number }
}

async function findOrCreatePlan(tx: Tx, { family, name }: PlanOffer, at: Date): Promise<string> {
  const tables = tx.withTables<PlansTables>()
  const created = await tables
    .insertInto('plan')
    .values({ id: createId('pln'), family, name, created_at: at })
    .onConflict((conflict) => conflict.columns(['family', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()

  if (created) {
    await openPlanAccounts(tx, created.id)
    return created.id
  }

  const existing = await tables
    .selectFrom('plan')
    .select(['id', 'closed_at'])
    .where('family', '=', family)
    .where('name', '=', name)
    .forShare()
    .executeTakeFirstOrThrow()
  if (existing.closed_at) throw createPlanClosedError()

  return existing.id
}

/** Returns the next version number. The lock serialises proposals of one plan. */
async function allocateVersionNumber(tx: Tx, planId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${planId}, 0))`.execute(tx)

  const last = await tx
    .withTables<PlansTables>()
    .selectFrom('plan_version')
    .select('number')
    .where('plan_id', '=', planId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

  return (last?.number ?? 0) + 1
}
