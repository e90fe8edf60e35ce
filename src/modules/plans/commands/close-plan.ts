import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { CLOSING_REASON_LIMIT } from '../model.ts'
import type { PlansTables } from '../tables.ts'

export type ClosePlan = { planId: string; reason?: string }

/**
 * Takes a plan off offer for good: no new money goes into it, and its drafts are never published.
 * Its positions run on as they were agreed. Throws `reason_needed` (400) and `already_closed`
 * (409).
 */
export async function closePlan(
  app: Pick<App, 'db' | 'clock'>,
  admin: Admin,
  { planId, reason }: ClosePlan,
): Promise<void> {
  assertPermitted(admin, 'plan.publish')

  const trimmedReason = reason?.trim() ?? ''
  if (!isReason(trimmedReason, CLOSING_REASON_LIMIT))
    throw new DomainError(
      'reason_needed',
      400,
      'Please give a reason of up to 1,000 characters.',
      'reason',
    )

  await runInTransaction(app.db, async (tx) => {
    await lockOpenPlan(tx, planId)

    const now = app.clock.now()
    await tx
      .withTables<PlansTables>()
      .updateTable('plan')
      .set({ closed_at: now, closed_by: admin.id, closed_because: trimmedReason })
      .where('id', '=', planId)
      .execute()

    await record(tx, now, admin, 'plan.closed', planId, { reason: trimmedReason })
  })
}

async function lockOpenPlan(tx: Tx, planId: string) {
  const plan = await tx
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select('closed_at')
    .where('id', '=', planId)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) throw createNotFoundError('This plan')
  if (plan.closed_at) throw new DomainError('already_closed', 409, 'This plan is already closed.')
}
