import { DomainError } from '#lib/errors.ts'
import { carryOutAddress } from '#modules/administration/steps/apply-receiving-address.ts'
import { assertPermitted, type Permission, type Proposal } from '#modules/approvals/model.ts'
import { getProposal } from '#modules/approvals/queries.ts'
import { type Decide, decide } from '#modules/approvals/steps/decide.ts'
import type { Admin } from '#modules/identity/model.ts'
import { carryOutFactorReset } from '#modules/identity/steps/carry-out-factor-reset.ts'
import { carryOutRestoring } from '#modules/identity/steps/restore-access.ts'
import { carryOutStaffReset } from '#modules/identity/steps/schedule-staff-reset.ts'
import { unfreezeLedger } from '#modules/integrity/steps/unfreeze-ledger.ts'
import { carryOutIncome } from '#modules/plans/steps/carry-out-income.ts'
import { carryOutLoss } from '#modules/plans/steps/carry-out-loss.ts'
import { carryOutMovement } from '#modules/treasury/steps/carry-out-movement.ts'
import { carryOutWithdrawal } from '#modules/withdrawals/steps/decide-withdrawal.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { carryOutAdjustment } from '../steps/post-adjustment.ts'

type CarryOut = (app: App, tx: Tx, admin: Admin, proposal: Proposal) => Promise<void>

/** What happens once a second admin has agreed: the act of the module that owns it. */
export const PROPOSAL_EXECUTORS: Partial<Record<Permission, CarryOut>> = {
  'withdrawal.approve': carryOutWithdrawal,
  'books.unfreeze': unfreezeLedger,
  'capital.record': carryOutMovement,
  'promotion.fund': carryOutMovement,
  'assets.record': carryOutMovement,
  'suspense.match': carryOutMovement,
  'suspense.refund': carryOutMovement,
  'custody.move': carryOutMovement,
  'custody.convert': carryOutMovement,
  'network-fee.record': carryOutMovement,
  'income.record': carryOutIncome,
  'loss.record': carryOutLoss,
  'balance.adjust': carryOutAdjustment,
  'member.reset-factor': carryOutFactorReset,
  'member.restore-access': carryOutRestoring,
  'staff.reset-factor': carryOutStaffReset,
  'receiving-address.change': carryOutAddress,
}

/**
 * One admin's decision on what another proposed. Approved, it is carried out in the same
 * transaction, or nothing of it stands.
 */
export async function decideProposal(
  app: App,
  admin: Admin,
  { id, ...decision }: Decide & { id: string },
): Promise<Proposal> {
  assertPermitted(admin, 'proposal.decide')

  const decided = await runInTransaction(app.db, async (tx) => {
    const proposal = await getProposal(tx, id)
    const carryOut = PROPOSAL_EXECUTORS[proposal.permission]
    if (decision.approve && !carryOut)
      throw new DomainError('not_carried_out', 409, 'Nothing here can carry this out.')

    const outcome = await decide(tx, app, admin, proposal, decision)
    if (decision.approve) await carryOut?.(app, tx, admin, outcome)

    return outcome
  })

  app.events.publish(STAFF, 'approvals')

  return decided
}
