import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { isExtraordinary, type PlanOfferInput, parseOffer } from '../model.ts'
import { insertPlanVersion } from '../steps/insert-plan-version.ts'

type ProposePlanResult = {
  versionId: string
  planId: string
  number: number
  extraordinary: boolean
}

/**
 * Stores the next version of a plan as a draft; members see it once it is published. Throws
 * `promises_return` (422) with the phrase when a text promises a return, `invalid_plan` (422) with
 * the field for a value that is not allowed, `plan_closed` (409) for a closed plan.
 */
export async function proposePlan(
  app: Pick<App, 'db' | 'clock' | 'config' | 'events'>,
  admin: Admin,
  input: PlanOfferInput,
): Promise<ProposePlanResult> {
  assertPermitted(admin, 'plan.propose')

  const offer = await parseOffer(input, app.clock.today(), app.config.MODE)
  const at = app.clock.now()

  const proposed = await runInTransaction(app.db, async (tx) => {
    const { targetWarningBps } = await getSetting(tx, app.config, 'plans')
    const extraordinary = isExtraordinary(offer.targetBps, offer.termDays, targetWarningBps)

    const inserted = await insertPlanVersion(tx, offer, { admin, at, extraordinary })
    const { versionId, planId, number } = inserted

    await record(tx, at, admin, 'plan.proposed', versionId, { ...offer, planId, number })

    return { ...inserted, extraordinary }
  })

  app.events.publish(STAFF, 'approvals')

  return proposed
}
