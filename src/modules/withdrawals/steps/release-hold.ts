import type { Selectable } from 'kysely'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { restoreRedemption } from '#modules/plans/steps/restore-redemption.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { buildReleaseTransfer } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Releases the hold of a withdrawal to where it came from and restores the positions that it
 * redeemed, as if it had not been requested. The member is notified of each part that stays cash.
 */
export async function releaseHold(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  withdrawal: Selectable<WithdrawalTables['withdrawal']>,
  actor: string,
): Promise<void> {
  const { id, member_id: memberId, source, amount } = withdrawal
  const on = app.clock.today()
  const restored = await restoreRedemption(tx, { withdrawalId: id, on, actor })
  const release = buildReleaseTransfer({ id, memberId, source, amount }, { on, actor })

  await post(tx, [release, ...restored.transfers])

  for (const { plan, because, amount: cents } of restored.cash) {
    const mail = { withdrawalId: id, plan, amount: cents, because }
    await notifyMember(tx, app, memberId, 'withdrawal-stays-cash', mail)
  }
}
