import { DomainError } from '#lib/errors.ts'
import { announceFees } from '#modules/administration/steps/announce-fees.ts'
import { carryOutAddressChange } from '#modules/administration/steps/apply-approved-address.ts'
import { carryOutLoosening } from '#modules/administration/steps/carry-out-loosening.ts'
import { assertPermitted, type Permission, type Proposal } from '#modules/approvals/model.ts'
import { getProposal } from '#modules/approvals/queries.ts'
import { type Decide, decide } from '#modules/approvals/steps/decide.ts'
import { carryOutDismissal } from '#modules/compliance/steps/dismiss-case.ts'
import { carryOutDeposit } from '#modules/deposits/steps/carry-out-deposit.ts'
import { carryOutDepositReversal } from '#modules/deposits/steps/reverse-deposit.ts'
import { publishRules } from '#modules/eligibility/steps/publish-rules.ts'
import type { Admin } from '#modules/identity/model.ts'
import { carryOutApprovalKey } from '#modules/identity/steps/carry-out-approval-key.ts'
import { carryOutFactorReset } from '#modules/identity/steps/carry-out-factor-reset.ts'
import { carryOutMoneyRole } from '#modules/identity/steps/change-staff.ts'
import { carryOutRestoring } from '#modules/identity/steps/restore-access.ts'
import { carryOutStaffReset } from '#modules/identity/steps/schedule-staff-reset.ts'
import { unfreezeLedger } from '#modules/integrity/steps/unfreeze-ledger.ts'
import { carryOutIncome } from '#modules/plans/steps/carry-out-income.ts'
import { carryOutIncomeReversal } from '#modules/plans/steps/carry-out-income-reversal.ts'
import { carryOutLoss } from '#modules/plans/steps/carry-out-loss.ts'
import { carryOutClearance } from '#modules/transaction-monitoring/steps/clear-case.ts'
import { carryOutMovement } from '#modules/treasury/steps/carry-out-movement.ts'
import { carryOutExplanation } from '#modules/treasury/steps/explain-break.ts'
import { carryOutRefusal } from '#modules/verification/steps/refuse-verification.ts'
import {
  carryOutBatchCancellation,
  carryOutPayoutBatch,
} from '#modules/withdrawals/steps/carry-out-payout-batch.ts'
import { carryOutWithdrawal } from '#modules/withdrawals/steps/decide-withdrawal.ts'
import { carryOutWithdrawalReversal } from '#modules/withdrawals/steps/reverse-withdrawal.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { carryOutAdjustment } from '../steps/post-adjustment.ts'

type Review = {
  /** True if the admin states that they have reviewed the new address of a withdrawal. */
  addressReviewed?: boolean
}

type ProposalExecutor = (
  app: App,
  tx: Tx,
  admin: Admin,
  proposal: Proposal,
  review: Review,
) => Promise<void>

/** The steps that execute an approved proposal, from the module that owns the permission. */
export const PROPOSAL_EXECUTORS: Partial<Record<Permission, ProposalExecutor>> = {
  'deposit.confirm': carryOutDeposit,
  'deposit.reverse': carryOutDepositReversal,
  'withdrawal.approve': carryOutWithdrawal,
  'payout-batch.export': carryOutPayoutBatch,
  'payout-batch.cancel': carryOutBatchCancellation,
  'withdrawal.reverse': carryOutWithdrawalReversal,
  'ledger.unfreeze': unfreezeLedger,
  'capital.record': carryOutMovement,
  'promotion.fund': carryOutMovement,
  'assets.record': carryOutMovement,
  'suspense.match': carryOutMovement,
  'suspense.refund': carryOutMovement,
  'custody.move': carryOutMovement,
  'custody.convert': carryOutMovement,
  'network-fee.record': carryOutMovement,
  'break.explain': carryOutExplanation,
  'monitoring.clear': carryOutClearance,
  'screening.dismiss': carryOutDismissal,
  'identity.refuse': carryOutRefusal,
  'rules.publish': publishRules,
  'income.record': carryOutIncome,
  'income.reverse': carryOutIncomeReversal,
  'loss.record': carryOutLoss,
  'balance.adjust': carryOutAdjustment,
  'member.reset-factor': carryOutFactorReset,
  'member.restore-access': carryOutRestoring,
  'staff.reset-factor': carryOutStaffReset,
  'fees.raise': announceFees,
  'receiving-address.change': carryOutAddressChange,
  'setting.loosen': carryOutLoosening,
  'staff.money-role': carryOutMoneyRole,
  'approval-key.add': carryOutApprovalKey,
}

/**
 * Records an admin's decision on a proposal and executes an approved one in the same transaction.
 * Throws `not_carried_out` (409) for a permission without an executor, and the errors of `decide`
 * and of the executor.
 */
export async function decideProposal(
  app: App,
  admin: Admin,
  { id, addressReviewed = false, ...decision }: Decide & Review & { id: string },
): Promise<Proposal> {
  assertPermitted(admin, 'proposal.decide')

  const decided = await runInTransaction(app.db, async (tx) => {
    const proposal = await getProposal(tx, id)
    const execute = PROPOSAL_EXECUTORS[proposal.permission]
    if (decision.approve && !execute)
      throw new DomainError('not_carried_out', 409, 'This proposal can’t be carried out.')

    const outcome = await decide(tx, app, admin, proposal, decision)
    if (decision.approve) await execute?.(app, tx, admin, outcome, { addressReviewed })

    return outcome
  })

  app.events.publish(STAFF, 'approvals')

  return decided
}
