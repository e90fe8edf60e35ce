import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { hashContent } from '#platform/http/json.ts'
import {
  type DepositPayment,
  formatPaidOutputs,
  type SomePayments,
  toCreditContent,
} from '../model.ts'
import { type ApprovedCredit, parseApprovedCredit } from '../queries/approved-credit.ts'
import type { CreditableEvidence } from '../queries/deposit-payments.ts'
import { assertConfirmable, creditDeposit } from './credit-deposit.ts'
import { loadCreditBasis } from './load-credit-basis.ts'
import { lockDeposit } from './lock-deposit.ts'
import { prepareCredit, prepareEvidenceCredit } from './prepare-credit.ts'

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

const createOutdatedError = () =>
  new DomainError(
    'proposal_outdated',
    409,
    'The plan or the payments have changed since this was proposed. Reject the proposal and ' +
      'confirm the deposit again.',
  )
