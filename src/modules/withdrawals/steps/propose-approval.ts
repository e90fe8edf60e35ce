import type { Selectable } from 'kysely'
import { computeProposalState, type Proposal } from '#modules/approvals/model.ts'
import { getProposal } from '#modules/approvals/queries.ts'
import { closeProposal } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toProposalContent } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/** Closes the waiting proposal of a withdrawal that has ended. */
export async function endProposal(
  app: App,
  tx: Tx,
  actor: Actor,
  row: Row,
  reason: string,
): Promise<void> {
  const open = await findWaitingProposal(app, tx, row)
  if (open)
    await closeProposal(tx, app, actor, open, {
      contentHash: open.contentHash,
      reason,
    })
}

/** Returns the proposal of a withdrawal if it still waits for a second admin. */
export async function findWaitingProposal(app: App, tx: Tx, row: Row): Promise<Proposal | null> {
  if (!row.approval_id) return null
  const proposal = await getProposal(tx, row.approval_id)
  return computeProposalState(proposal, app.clock.now()) === 'waiting' ? proposal : null
}

/** Proposes the approval of a withdrawal to a second admin, and returns its row. */
export async function proposeApproval(app: App, tx: Tx, admin: Staff, row: Row): Promise<Row> {
  const content = toProposalContent(row)
  const { id } = await propose(tx, app, admin, {
    permission: 'withdrawal.approve',
    subjectId: row.id,
    content,
  })

  return await tx
    .withTables<WithdrawalTables>()
    .updateTable('withdrawal')
    .set({ proposed_at: app.clock.now(), proposed_by: admin.id, approval_id: id })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
