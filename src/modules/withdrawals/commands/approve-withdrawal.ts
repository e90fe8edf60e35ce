import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { NEW_ADDRESS_MS } from '../model.ts'
import { getDestination, toWithdrawal, type Withdrawal } from '../queries.ts'
import { recordWithdrawalApproval } from '../steps/decide-withdrawal.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'

export type ApproveWithdrawal = {
  withdrawalId: string
  /** Whether the admin states that they have reviewed the address; needed for a new one. */
  addressReviewed: boolean
}

/**
 * Approves a pending withdrawal: fixes its rate, coin amount and fee. A large one is proposed until
 * another admin approves it too. Throws `address_review_needed` (422) for an address saved less
 * than a day ago that the admin has not reviewed, and what `recordWithdrawalApproval` throws.
 */
export async function approveWithdrawal(
  app: App,
  admin: Staff,
  { withdrawalId, addressReviewed }: ApproveWithdrawal,
): Promise<Withdrawal> {
  assertPermitted(admin, 'withdrawal.approve')

  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (withdrawal.status === 'pending' && !addressReviewed)
      await assertKnownAddress(tx, withdrawalId, app.clock.now())

    return await recordWithdrawalApproval(app, tx, admin, withdrawal)
  })
  app.events.publish(toMemberAudience(row.member_id), 'withdrawals')
  return toWithdrawal(row)
}

async function assertKnownAddress(tx: Tx, withdrawalId: string, now: Date): Promise<void> {
  const { savedAt } = await getDestination(tx, withdrawalId)
  if (now.getTime() - savedAt.getTime() >= NEW_ADDRESS_MS) return

  throw new DomainError(
    'address_review_needed',
    422,
    'The address was saved less than a day ago. Review it, and tick that you have.',
    'addressReviewed',
  )
}
