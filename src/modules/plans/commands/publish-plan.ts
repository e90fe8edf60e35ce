import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { assertMayDecide, assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import {
  assertPlanText,
  createPlanClosedError,
  isExtraordinary,
  PLAN_TEXTS,
  type PlanVersion,
} from '../model.ts'
import { PLAN_TERM_COLUMNS } from '../queries/plan-term-columns.ts'
import { getPlanVersion } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Puts a proposed version on offer, from its day or from today if that is later. Throws
 * `second_admin_needed` (403) when its target is above the warning limit and the admin proposed it
 * themselves, `new_decider` (409) when the admin is too new to decide on it, `promises_return`
 * (422) with the phrase, `already_published` or `plan_closed` (409).
 */
export async function publishPlan(
  app: Pick<App, 'db' | 'clock' | 'config' | 'events'>,
  admin: Admin,
  { versionId }: { versionId: string },
): Promise<PlanVersion> {
  assertPermitted(admin, 'plan.publish')

  const published = await runInTransaction(app.db, async (tx) => {
    const version = await lockProposed(tx, versionId)
    const { targetWarningBps } = await getSetting(tx, app.config, 'plans')
    const extraordinary =
      version.extraordinary ||
      isExtraordinary(version.target_bps, version.term_days, targetWarningBps)
    if (extraordinary && version.proposed_by === admin.id) throw createSecondAdminNeededError()
    if (extraordinary) assertMayDecide(admin, app.config.MODE, app.clock.now())

    const today = app.clock.today()
    const effectiveFrom = version.effective_from > today ? version.effective_from : today
    await tx
      .withTables<PlansTables>()
      .updateTable('plan_version')
      .set({ extraordinary, effective_from: effectiveFrom })
      .set({ published_by: admin.id, published_at: app.clock.now() })
      .where('id', '=', versionId)
      .execute()

    await record(tx, app.clock.now(), admin, 'plan.published', versionId, {
      effectiveFrom,
      extraordinary,
    })

    return await getPlanVersion(tx, versionId)
  })

  app.events.publish(STAFF, 'approvals')

  return published
}

async function lockProposed(tx: Tx, versionId: string) {
  const version = await tx
    .withTables<PlansTables>()
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .selectAll('v')
    .select(['p.name', 'p.closed_at'])
    .select(PLAN_TERM_COLUMNS)
    .where('v.id', '=', versionId)
    .forUpdate('v')
    .forShare('p')
    .executeTakeFirst()
  if (!version) throw createNotFoundError('This plan')
  if (version.published_at)
    throw new DomainError('already_published', 409, 'This version is already published.')
  if (version.closed_at) throw createPlanClosedError()

  for (const field of PLAN_TEXTS) assertPlanText(version, field)

  return version
}

const createSecondAdminNeededError = () =>
  new DomainError(
    'second_admin_needed',
    403,
    'The target of this plan is unusually high, so an admin other than the one who proposed ' +
      'it has to publish it.',
  )
