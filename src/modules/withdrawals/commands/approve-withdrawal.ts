import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { audienceOf } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { agreeToWithdrawal } from '../acts/decide-withdrawal.ts'
import { lockWithdrawal } from '../acts/lock-withdrawal.ts'
import { type Withdrawal, withdrawalOf } from '../queries.ts'

/**
 * Fixes rate, coin amount and fee of a pending withdrawal. A large one is only proposed until
 * another admin approves it too.
 */
export async function approveWithdrawal(app: App, admin: Staff, id: string): Promise<Withdrawal> {
  assertMay(admin, 'withdrawal.approve')

  const row = await inTransaction(app.db, async (tx) =>
    agreeToWithdrawal(app, tx, admin, await lockWithdrawal(tx, id)),
  )
  app.events.publish(audienceOf(row.member_id), 'withdrawals')
  return withdrawalOf(row)
}
