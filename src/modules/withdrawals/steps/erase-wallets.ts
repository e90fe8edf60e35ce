import type { Tx } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Deletes the addresses of a member that no withdrawal names, and marks the others as removed:
 * withdrawals refer to them.
 */
export async function eraseWallets(tx: Tx, memberId: string, now: Date): Promise<void> {
  const wallets = tx.withTables<WithdrawalTables>()
  await wallets
    .deleteFrom('wallet')
    .where('member_id', '=', memberId)
    .where('id', 'not in', (row) =>
      row.selectFrom('withdrawal').select('wallet_id').where('member_id', '=', memberId),
    )
    .execute()

  await wallets
    .updateTable('wallet')
    .set({ retired_at: now, main: false })
    .where('member_id', '=', memberId)
    .where('retired_at', 'is', null)
    .execute()
}
