import type { Selectable } from 'kysely'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { restoreRedemption } from '#modules/plans/steps/restore-redemption.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getHoldSubAccount, getSourceSubAccount } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Gives a held amount back to where it came from, and positions what was taken out of them, as if
 * nothing had been asked.
 */
export async function releaseHold(
  tx: Tx,
  app: Pick<App, 'clock'>,
  withdrawal: Selectable<WithdrawalTables['withdrawal']>,
  actor: string,
): Promise<void> {
  const { id, member_id: memberId, source, amount } = withdrawal
  const on = app.clock.today()
  const restored = await restoreRedemption(tx, { withdrawalId: id, on, actor })

  await post(tx, [
    {
      event: `withdrawal/${id}/release`,
      kind: 'withdrawal_released',
      debit: toMemberAccountCode(memberId, getHoldSubAccount(source)),
      credit: toMemberAccountCode(memberId, getSourceSubAccount(source)),
      amount,
      effective: on,
      reference: id,
      actor,
    },
    ...restored.transfers,
  ])
}
