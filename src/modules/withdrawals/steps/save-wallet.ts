import { HOUR_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Coin } from '#lib/money.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { SAVED_WALLETS_LIMIT } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

export type SaveWallet = { memberId: string; coin: Coin; address: string; network: string }

/**
 * Returns the saved address, or saves it; `added` says which. A new address can be paid after the
 * cool-down. The first of a coin becomes its main one. Throws `too_many_wallets` (409).
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

  const existing = saved.find((row) => row.address === wallet.address)
  if (existing) return { wallet: existing, added: false }

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
      main: !saved.some(({ main }) => main),
      created_at: now,
      usable_from: new Date(now.getTime() + walletCoolDownHours * HOUR_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  return { wallet: row, added: true }
}
