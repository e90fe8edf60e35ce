import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { simulateMovement } from '#modules/treasury/steps/simulate-movement.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { buildIncomeReversalTransfers } from '../model.ts'
import {
  computeIncomeReversal,
  type IncomeReversalFigures,
  parseIncomeReversal,
} from '../queries.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Locks an income and returns what reversing it undoes. Throws `not_found` (404),
 * `already_reversed`, `income_used` and `income_gone` (409).
 */
export async function lockIncomeReversal(
  tx: Tx,
  id: string,
): Promise<IncomeReversalFigures['reversal']> {
  await tx
    .withTables<PlansTables>()
    .selectFrom('plan_income')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()

  const { reversal, refusal } = await computeIncomeReversal(tx, id)
  if (refusal) throw refusal

  return reversal
}

/**
 * Reverses an income as two admins approved: undoes its rows, so that no distribution uses it.
 * Throws what `lockIncomeReversal` throws.
 */
export async function carryOutIncomeReversal(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const reversal = parseIncomeReversal(proposal.content)
  const { id, currency, units, place, reason } = reversal
  await lockIncomeReversal(tx, id)
  await markReversed(app, tx, admin, { id, reason, approval: proposal.id })

  await simulateMovement(tx, app, {
    account: toCustodyAccountCode(currency, place),
    units: -units,
    reference: proposal.id,
  })
  const by = { on: app.clock.today(), actor: admin.id }
  const transfers = buildIncomeReversalTransfers(reversal, by)
  await post(
    tx,
    transfers.map((leg) => ({ ...leg, approval: proposal.id })),
  )

  const details = { ...proposal.content, approval: proposal.id }
  await record(tx, app.clock.now(), admin, 'income.reversed', id, details)
  app.events.publish(STAFF, 'plans')
}

const markReversed = (
  { clock }: App,
  tx: Tx,
  admin: Staff,
  { id, reason, approval }: { id: string; reason: string; approval: string },
) =>
  tx
    .withTables<PlansTables>()
    .updateTable('plan_income')
    .set({
      reversed_at: clock.now(),
      reversed_by: admin.label,
      reversal_reason: reason,
      reversal_approval_id: approval,
    })
    .where('id', '=', id)
    .execute()
