import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Admin } from '#modules/identity/model.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { formatProblemKey, toFreezeId } from '../model.ts'
import { listOpenProblems } from '../queries.ts'

const REASON_LIMIT = 1_000

/**
 * Proposes to unfreeze the ledger, with the reason and the keys of the problems that are still
 * open, which the approval accepts. Throws `reason_needed` (400), `not_frozen` and
 * `already_proposed` (409).
 */
export async function proposeUnfreeze(
  app: App,
  admin: Admin,
  { reason }: { reason: string },
): Promise<Proposal> {
  assertPermitted(admin, 'ledger.unfreeze')

  const trimmedReason = reason.trim()
  if (trimmedReason.length < 10 || trimmedReason.length > REASON_LIMIT)
    throw new DomainError(
      'reason_needed',
      400,
      'Describe the cause and the fix in 10 to 1,000 characters.',
      'reason',
    )

  const proposal = await runInTransaction(app.db, async (tx) => {
    const freeze = await findFreeze(tx)
    if (!freeze) throw new DomainError('not_frozen', 409, 'The ledger is not frozen.')

    const subjectId = toFreezeId(freeze)
    if (await findOpenProposal(tx, 'ledger.unfreeze', subjectId, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A proposal to unfreeze is already waiting for a second admin.',
      )

    const problems = (await listOpenProblems(tx)).map(formatProblemKey)
    const content = {
      frozenAt: freeze.frozenAt.toISOString(),
      because: freeze.because,
      reason: trimmedReason,
      problems,
    }

    return await propose(tx, app, admin, { permission: 'ledger.unfreeze', subjectId, content })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
