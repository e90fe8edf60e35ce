import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseExplanationContent } from '../model.ts'
import { type Break, getBreak } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'
import { lockBreak } from './lock-break.ts'

type Explanation = {
  /** The id of the admin who explains it. */
  explainedBy: string
  explanation: string
  /** The proposal that a second admin approved; a surplus needs none. */
  approvalId?: string
}

/** Resolves a locked break as explained. */
export async function explainBreak(
  app: App,
  tx: Tx,
  admin: Staff,
  found: Pick<Break, 'id' | 'account' | 'latest'>,
  { explainedBy, explanation: resolution, approvalId }: Explanation,
): Promise<void> {
  const { id, account, latest } = found
  const now = app.clock.now()
  await tx
    .withTables<TreasuryTables>()
    .updateTable('reconciliation_break')
    .set({
      resolved_at: now,
      resolved_by: explainedBy,
      resolved_as: 'explained',
      resolution,
      ...(approvalId && { approval_id: approvalId }),
    })
    .where('id', '=', id)
    .execute()

  await record(tx, now, admin, 'break.resolved', id, {
    account,
    as: 'explained',
    difference: latest.difference,
    resolution,
    ...(approvalId && { approval: approvalId }),
  })
}

/**
 * Resolves a break by the explanation that a second admin has approved. Throws `not_found` (404),
 * `break_resolved` and `difference_changed` (409): what was approved is about one difference.
 */
export async function carryOutExplanation(
  app: App,
  tx: Tx,
  admin: Staff,
  { id: approvalId, subjectId, content, proposedBy: explainedBy }: Proposal,
): Promise<void> {
  await lockBreak(tx, subjectId)

  const found = await getBreak(tx, subjectId)
  const { difference, explanation } = parseExplanationContent(content)
  if (found.latest.difference !== difference)
    throw new DomainError(
      'difference_changed',
      409,
      'A new difference was recorded after this was proposed. Reject it, and explain the break ' +
        'again.',
    )

  await explainBreak(app, tx, admin, found, { explainedBy, explanation, approvalId })
  app.events.publish(STAFF, 'treasury')
}
