import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Coin } from '#lib/money.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { SAVED_WALLETS_LIMIT } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

const HOUR_MS = 3_600_000

export type SaveWallet = { memberId: string; coin: Coin; address: string; network: string }

/**
 * Finds a saved address or saves it; a new one can be paid to after the cool-down alone. The first
 * of a coin is its main one.
 */
export async function saveWallet(tx: Tx, app: Pick<App, 'clock' | 'config'>, wallet: SaveWallet) {
  const wallets = tx.withTables<WithdrawalTables>()
  const saved = await wallets
    .selectFrom('wallet')
    .selectAll()
    .where('member_id', '=', wallet.memberId)
    .where('coin', '=', wallet.coin)
    .where('retired_at', 'is', null)
    .forUpdate()
    .execute()

  const known = saved.find((row) => row.address === wallet.address)
  if (known) return { wallet: known, added: false }

  if (saved.length >= SAVED_WALLETS_LIMIT)
    throw new DomainError(
      'too_many_wallets',
      409,
      'You have saved ten addresses for this coin; remove one first.',
    )

  const now = app.clock.now()
  const { walletCoolDownHours } = await getSetting(tx, app.config, 'withdrawals')
  const row = await wallets
    .insertInto('wallet')
    .values({
      id: createId('wal'),
      member_id: wallet.memberId,
      coin: wallet.coin,
      address: wallet.address,
      network: wallet.network,
      main: !saved.some((each) => each.main),
      created_at: now,
      usable_from: new Date(now.getTime() + walletCoolDownHours * HOUR_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  return { wallet: row, added: true }
}
