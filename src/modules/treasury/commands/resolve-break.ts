import { DomainError } from '#lib/errors.ts'
import { assertPermitted, getPermittedRoles, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseCustodyCode, parseExplanation, toExplanationContent } from '../model.ts'
import { type Break, getBreak } from '../queries.ts'
import { explainBreak } from '../steps/explain-break.ts'
import { lockBreak } from '../steps/lock-break.ts'

export type ResolveBreak = { breakId: string; explanation: string }

/** A break with the proposal of its explanation, which waits for a second admin, or null. */
export type ExplainedBreak = Break & { proposal: Proposal | null }

/**
 * Resolves a break as explained, by its owner or an admin with the owner role. The balances still
 * differ, and the next different balance opens a new break. A shortage is only proposed: another
 * admin has to approve its explanation. Throws `explanation_needed` (400), `not_break_owner` (403),
 * `already_proposed` (409), and the errors of `lockBreak`.
 */
export async function resolveBreak(
  app: App,
  admin: Staff,
  { breakId, explanation: text }: ResolveBreak,
): Promise<ExplainedBreak> {
  assertPermitted(admin, 'ledger.reconcile')

  const explanation = parseExplanation(text)

  const resolved = await runInTransaction(app.db, async (tx) => {
    const { owner_id: ownerId } = await lockBreak(tx, breakId)
    if (ownerId !== admin.id && !getPermittedRoles('installation.manage').includes(admin.role))
      throw new DomainError(
        'not_break_owner',
        403,
        'Only the assignee or an owner can resolve this break. Assign it to yourself first.',
      )

    const found = await getBreak(tx, breakId)
    if (found.shortage)
      return { ...found, proposal: await proposeExplanation(app, tx, admin, found, explanation) }

    await explainBreak(app, tx, admin, found, { explainedBy: admin.id, explanation })

    return { ...(await getBreak(tx, breakId)), proposal: null }
  })

  if (resolved.proposal) app.events.publish(STAFF, 'approvals')

  return resolved
}

async function proposeExplanation(
  app: App,
  tx: Tx,
  admin: Staff,
  { id: breakId, account, latest, openedAt }: Break,
  explanation: string,
): Promise<Proposal> {
  if (await findOpenProposal(tx, 'break.explain', breakId, app.clock.now()))
    throw new DomainError(
      'already_proposed',
      409,
      'An explanation for this break is already waiting for approval.',
    )

  const { difference } = latest
  const content = { breakId, account, ...parseCustodyCode(account), difference, openedAt }
  return await propose(tx, app, admin, {
    permission: 'break.explain',
    subjectId: breakId,
    content: toExplanationContent({ ...content, explanation }),
  })
}
