import type { Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/** Marks a deposit as reversed by an approved proposal. */
export const markReversed = (
  { clock }: App,
  tx: Tx,
  admin: Staff,
  { id: approval, subjectId: depositId }: Proposal,
  reason: string,
) =>
  tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({
      status: 'reversed',
      reversed_at: clock.now(),
      reversed_by: admin.label,
      reversal_reason: reason,
      reversal_approval_id: approval,
    })
    .where('id', '=', depositId)
    .returning('plan_version_id')
    .executeTakeFirstOrThrow()
