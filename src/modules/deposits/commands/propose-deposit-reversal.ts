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
import { buildReversalTransfers, toReversalContent } from '../model.ts'
import { lockReversal } from '../steps/reverse-deposit.ts'

export type ProposeDepositReversal = { depositId: string; reason?: string }

/**
 * Proposes to reverse a confirmed deposit, with a reason that the member reads. Another admin
 * approves it; nothing is posted before. Throws `reason_needed` (400), `not_found` (404),
 * `already_proposed`, `not_completed`, `position_matured`, `position_bore_loss`, `reward_paid` and
 * `money_gone` (409).
 */
export async function proposeDepositReversal(
  app: App,
  admin: Staff,
  { depositId, reason: reasonText }: ProposeDepositReversal,
): Promise<Proposal> {
  assertPermitted(admin, 'deposit.reverse')

  const reason = parseReason(reasonText)

  const proposal = await runInTransaction(app.db, async (tx) => {
    const figures = await lockReversal(app, tx, depositId)
    if (await findOpenProposal(tx, 'deposit.reverse', depositId, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A reversal of this deposit is already waiting for a second admin.',
      )

    const reversal = { ...figures.reversal, reason }
    const by = { on: app.clock.today(), actor: admin.id }

    return await propose(tx, app, admin, {
      permission: 'deposit.reverse',
      subjectId: depositId,
      content: toReversalContent(reversal),
      postingHash: await computePostingHash(tx, buildReversalTransfers(depositId, reversal, by)),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
