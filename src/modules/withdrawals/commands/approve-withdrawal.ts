import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { recordWithdrawalApproval } from '../steps/decide-withdrawal.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'

export type ApproveWithdrawal = {
  withdrawalId: string
  /** True if the admin states that they have reviewed the address; needed for a new one. */
  addressReviewed: boolean
  /** The answer of the admin's approval key, for the second of two approvals. */
  signature?: PasskeyAnswer | undefined
}

/**
 * Approves a pending withdrawal: fixes its rate, coin amount and fee. A large one is proposed until
 * another admin approves it too. Throws what `recordWithdrawalApproval` throws.
 */
export async function approveWithdrawal(
  app: App,
  admin: Staff,
  { withdrawalId, ...review }: ApproveWithdrawal,
): Promise<Withdrawal> {
  assertPermitted(admin, 'withdrawal.approve')

  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    return await recordWithdrawalApproval(app, tx, admin, withdrawal, review)
  })
  app.events.publish(toMemberAudience(row.member_id), 'withdrawals')
  return toWithdrawal(row)
}
