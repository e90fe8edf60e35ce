import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { computePostingHash } from '#modules/ledger/queries.ts'
import { parseReason } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { buildIncomeReversalTransfers, toIncomeReversalContent } from '../model.ts'
import { lockIncomeReversal } from '../steps/carry-out-income-reversal.ts'

export type ProposeIncomeReversal = { incomeId: string; reason?: string }

/**
 * Proposes to reverse an income that was recorded by mistake. Another admin approves it; nothing is
 * posted before. Throws `reason_needed` (400), `not_found` (404), `already_proposed`,
 * `already_reversed`, `income_used` and `income_gone` (409).
 */
export async function proposeIncomeReversal(
  app: App,
  admin: Staff,
  { incomeId, reason: reasonText }: ProposeIncomeReversal,
): Promise<Proposal> {
  assertPermitted(admin, 'income.reverse')

  const reason = parseReason(reasonText)

  const proposal = await runInTransaction(app.db, async (tx) => {
    const reversal = { ...(await lockIncomeReversal(tx, incomeId)), reason }
    if (await findOpenProposal(tx, 'income.reverse', incomeId, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A reversal of this income is already waiting for a second admin.',
      )

    const by = { on: app.clock.today(), actor: admin.id }
    const transfers = buildIncomeReversalTransfers(reversal, by)

    return await propose(tx, app, admin, {
      permission: 'income.reverse',
      subjectId: incomeId,
      content: toIncomeReversalContent(reversal),
      postingHash: await computePostingHash(tx, transfers),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
