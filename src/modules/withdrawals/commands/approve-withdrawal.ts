import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { recordWithdrawalApproval } from '../steps/decide-withdrawal.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'

export type ApproveWithdrawal = {
  withdrawalId: string
  /** Whether the admin states that they have reviewed the address; needed for a new one. */
  addressReviewed: boolean
}

/**
 * Approves a pending withdrawal: fixes its rate, coin amount and fee. A large one is proposed until
 * another admin approves it too. Throws what `recordWithdrawalApproval` throws.
 */
export async function approveWithdrawal(
  app: App,
  admin: Staff,
  { withdrawalId, addressReviewed }: ApproveWithdrawal,
): Promise<Withdrawal> {
  assertPermitted(admin, 'withdrawal.approve')

  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    return await recordWithdrawalApproval(app, tx, admin, withdrawal, addressReviewed)
  })
  app.events.publish(toMemberAudience(row.member_id), 'withdrawals')
  return toWithdrawal(row)
}
