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
import { toMemberAudience } from '#platform/events/events.ts'
import { hashContent } from '#platform/http/json.ts'
import {
  type ConfirmedCredit,
  type DepositPayment,
  formatPaidOutputs,
  type SomePayments,
  toCreditContent,
} from '../model.ts'
import { type ApprovedCredit, parseApprovedCredit } from '../queries/approved-credit.ts'
import type { CreditableEvidence } from '../queries/deposit-payments.ts'
import type { DepositTables } from '../tables.ts'
import { assertConfirmable, creditDeposit, type PreparedCredit } from './credit-deposit.ts'
import { lockDeposit } from './lock-deposit.ts'
import { loadCreditBasis, prepareCredit, prepareEvidenceCredit } from './prepare-credit.ts'

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

/**
 * Credits a deposit whose proposal another admin has approved. Throws `proposal_outdated` (409)
 * where the plan was closed meanwhile, so that something else would be posted.
 */
export async function carryOutDeposit(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const deposit = await lockDeposit(tx, proposal.subjectId)
  assertConfirmable(deposit)

  const approved = parseApprovedCredit(proposal.content)
  const basis = await loadCreditBasis(app, tx, deposit)
  const payments = findApprovedPayments(basis.evidence, approved)
  const { arrival, arrivedAt } = approved
  const prepared = isSome(payments)
    ? await prepareEvidenceCredit(app, tx, deposit, basis, payments)
    : await prepareCredit(app, deposit, basis, { arrival, arrivedAt, payments: [] })

  const { credit, member } = prepared
  const isSame = isSome(payments)
    ? hashContent(toCreditContent(credit)) === proposal.contentHash
    : credit.invested === approved.invested
  if (!isSame) throw createOutdatedError()

  const posted = isSome(payments) ? credit : approved
  await creditDeposit(app, tx, admin, deposit, { ...prepared, credit: posted })
  app.events.publish(toMemberAudience(member.id), 'deposits')
}

/**
 * Returns the payments on chain that an approved credit is made of; none for a payment that a
 * person entered. Throws `proposal_outdated` (409) where the deposit has others meanwhile.
 */
function findApprovedPayments(
  { payments }: CreditableEvidence,
  { arrival, outputs }: ApprovedCredit,
): DepositPayment[] {
  const isShown = payments.some(
    ({ txid, outputIndex }) => txid === arrival.reference && outputIndex === arrival.outputIndex,
  )
  if (outputs === null && !isShown) return []
  if (formatPaidOutputs(payments) !== outputs) throw createOutdatedError()

  return payments
}

const isSome = (payments: readonly DepositPayment[]): payments is SomePayments =>
  payments.length > 0

/** Throws `receipt_used` and `receipt_conflict` (409) unless each payment can still be recorded. */
async function assertReceiptsOpen(tx: Tx, { arrival, payments }: ConfirmedCredit): Promise<void> {
  if (payments.length === 0)
    await findOpenReceipt(tx, arrival, { currency: arrival.currency, units: arrival.amount })

  for (const { coin, txid: reference, outputIndex, units } of payments)
    await findOpenReceipt(tx, { source: coin, reference, outputIndex }, { currency: coin, units })
}

const createOutdatedError = () =>
  new DomainError(
    'proposal_outdated',
    409,
    'The plan or the payments have changed since this was proposed. Reject the proposal and ' +
      'confirm the deposit again.',
  )

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
