import { DomainError } from '#lib/errors.ts'
import { assertPermitted, getPermittedRoles } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { EXPLANATION_LIMIT, EXPLANATION_MIN } from '../model.ts'
import { type Break, getBreak } from '../queries.ts'
import { lockBreak } from '../steps/lock-break.ts'
import type { TreasuryTables } from '../tables.ts'

export type ResolveBreak = { breakId: string; explanation: string }

/**
 * Resolves a break as explained, by its owner or an admin with the owner role. The balances still
 * differ, and the next different balance opens a new break. Throws `explanation_needed` (400),
 * `not_break_owner` (403), and the errors of `lockBreak`.
 */
export async function resolveBreak(
  app: App,
  admin: Staff,
  { breakId, explanation }: ResolveBreak,
): Promise<Break> {
  assertPermitted(admin, 'ledger.reconcile')

  const resolution = parseExplanation(explanation)

  return await runInTransaction(app.db, async (tx) => {
    const found = await lockBreak(tx, breakId)
    if (
      found.owner_id !== admin.id &&
      !getPermittedRoles('installation.manage').includes(admin.role)
    )
      throw new DomainError(
        'not_break_owner',
        403,
        'Only who has taken this break, or an owner, may explain it. Take it first.',
      )

    const now = app.clock.now()
    await tx
      .withTables<TreasuryTables>()
      .updateTable('reconciliation_break')
      .set({ resolved_at: now, resolved_by: admin.id, resolved_as: 'explained', resolution })
      .where('id', '=', breakId)
      .execute()

    const resolved = await getBreak(tx, breakId)
    const { account } = found
    const { difference } = resolved.latest
    const details = { account, as: 'explained', difference, resolution }

    await record(tx, now, admin, 'break.resolved', breakId, details)

    return resolved
  })
}

function parseExplanation(text: string): string {
  const explanation = text.trim()
  if (explanation.length >= EXPLANATION_MIN && explanation.length <= EXPLANATION_LIMIT)
    return explanation

  throw new DomainError(
    'explanation_needed',
    400,
    `Please explain the difference in ${EXPLANATION_MIN} to ${EXPLANATION_LIMIT} characters.`,
    'explanation',
  )
}
