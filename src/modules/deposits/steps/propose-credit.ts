import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { computeProposalState, type Proposal } from '#modules/approvals/model.ts'
import { getProposal } from '#modules/approvals/queries.ts'
import { closeProposal, type Decide, decide } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { findOpenReceipt } from '#modules/treasury/steps/prepare-arrival.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { hashContent } from '#platform/http/json.ts'
import { type ConfirmedCredit, toCreditContent } from '../model.ts'
import type { DepositTables } from '../tables.ts'
import { creditDeposit, type PreparedCredit } from './credit-deposit.ts'

type Row = Selectable<DepositTables['deposit']>

/**
 * Proposes the credit of a deposit for a second admin. Where another admin has proposed exactly
 * this credit, the confirmation approves it and credits the deposit. Throws `second_admin`,
 * `content_changed`, `receipt_used` and `receipt_conflict` (409).
 */
export async function proposeCredit(
  app: App,
  tx: Tx,
  admin: Staff,
  deposit: Row,
  prepared: PreparedCredit,
  signature?: Decide['signature'],
): Promise<Row> {
  const { credit } = prepared
  const content = toCreditContent(credit)
  const open = await findWaitingCredit(app, tx, deposit)

  if (open?.proposedBy === admin.id)
    throw new DomainError(
      'second_admin',
      409,
      'You’ve already confirmed this deposit. Another admin has to approve it.',
    )
  if (open) {
    await decide(tx, app, admin, open, {
      approve: true,
      contentHash: hashContent(content),
      signature,
    })
    return await creditDeposit(app, tx, admin, deposit, prepared)
  }

  await assertReceiptsOpen(tx, credit)

  const { id } = await propose(tx, app, admin, {
    permission: 'deposit.confirm',
    subjectId: deposit.id,
    content,
  })

  return await tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({ approval_id: id })
    .where('id', '=', deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Throws `receipt_used` and `receipt_conflict` (409) unless each payment can still be recorded. */
async function assertReceiptsOpen(tx: Tx, { arrival, payments }: ConfirmedCredit): Promise<void> {
  if (payments.length === 0)
    await findOpenReceipt(tx, arrival, { currency: arrival.currency, units: arrival.amount })

  for (const { coin, txid: reference, outputIndex, units } of payments)
    await findOpenReceipt(tx, { source: coin, reference, outputIndex }, { currency: coin, units })
}

/** Closes the waiting proposal of a deposit that is rejected. */
export async function endCreditProposal(
  app: App,
  tx: Tx,
  actor: Actor,
  deposit: Row,
  reason: string,
): Promise<void> {
  const open = await findWaitingCredit(app, tx, deposit)
  if (!open) return

  const { contentHash } = open
  await closeProposal(tx, app, actor, open, { contentHash, reason })
}

async function findWaitingCredit(app: App, tx: Tx, deposit: Row): Promise<Proposal | null> {
  if (!deposit.approval_id) return null
  const proposal = await getProposal(tx, deposit.approval_id)
  return computeProposalState(proposal, app.clock.now()) === 'waiting' ? proposal : null
}
