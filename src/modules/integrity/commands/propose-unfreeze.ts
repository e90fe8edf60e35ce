import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Admin } from '#modules/identity/model.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { formatProblemKey, freezeId } from '../model.ts'
import { listStillFound } from '../queries.ts'

const REASON_LIMIT = 1_000

/**
 * Asks a second admin to let money move again, with what was found and done about it, and what of
 * it has to stand: what is still found, by name, so that who approves sees it.
 */
export async function proposeUnfreeze(
  app: App,
  admin: Admin,
  { reason }: { reason: string },
): Promise<Proposal> {
  assertPermitted(admin, 'books.unfreeze')

  const trimmedReason = reason.trim()
  if (trimmedReason.length < 10 || trimmedReason.length > REASON_LIMIT)
    throw new DomainError(
      'reason_needed',
      400,
      'Please say what was wrong and what was done about it, in 10 to 1,000 characters.',
      'reason',
    )

  const proposal = await runInTransaction(app.db, async (tx) => {
    const freeze = await findFreeze(tx)
    if (!freeze) throw new DomainError('not_frozen', 409, 'The books are not frozen.')

    const subjectId = freezeId(freeze)
    if (await findOpenProposal(tx, 'books.unfreeze', subjectId, app.clock.now()))
      throw new DomainError('already_proposed', 409, 'This waits for a second admin already.')

    const problems = (await listStillFound(tx)).map(formatProblemKey)
    const content = {
      frozenAt: freeze.frozenAt.toISOString(),
      because: freeze.because,
      reason: trimmedReason,
      problems,
    }

    return await propose(tx, app, admin, { permission: 'books.unfreeze', subjectId, content })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
