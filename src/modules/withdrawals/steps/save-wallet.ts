import { type Selectable, sql } from 'kysely'
import { HOUR_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Coin } from '#lib/money.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { SAVED_WALLETS_LIMIT } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

export type WalletRow = Selectable<WithdrawalTables['wallet']>
export type SaveWallet = { memberId: string; coin: Coin; address: string; network: string }
type CoolDown = { now: Date; walletCoolDownHours: number }

/** Saves an address and returns its row, or the row of the address where it was saved before. */
export async function saveWallet(tx: Tx, app: Pick<App, 'clock' | 'config'>, wallet: SaveWallet) {
  const saved = await lockSavedWallets(tx, wallet.memberId, wallet.coin).execute()
  const { walletCoolDownHours } = await getSetting(tx, app.config, 'withdrawals')
  const found = resolveWallet(saved, wallet, { now: app.clock.now(), walletCoolDownHours })

  if (found.added)
    await tx.withTables<WithdrawalTables>().insertInto('wallet').values(found.wallet).execute()

  return found.wallet
}

const lockSavedWallets = (tx: Tx, memberId: string, coin: Coin | null) =>
  tx
    .withTables<WithdrawalTables>()
    .selectFrom('wallet')
    .selectAll()
    .where('member_id', '=', memberId)
    .where(sql<boolean>`coin = ${coin}`)
    .where('retired_at', 'is', null)
    .forUpdate()

/**
 * Returns the query that locks a member's saved addresses of a coin, for `readBatch`; of no coin
 * there are none.
 */
export const selectSavedWallets = (tx: Tx, memberId: string, coin: Coin | null) =>
  toBatchQuery<WalletRow>(lockSavedWallets(tx, memberId, coin), {
    created_at: 'instant',
    usable_from: 'instant',
    retired_at: 'instant',
  })

/**
 * Returns the saved address, or the row to save; `added` says which. A new address can be paid
 * after the cool-down. The first of a coin becomes its main one. Throws `too_many_wallets` (409).
 */
export function resolveWallet(
  saved: readonly WalletRow[],
  { memberId, coin, address, network }: SaveWallet,
  { now, walletCoolDownHours }: CoolDown,
): { wallet: WalletRow; added: boolean } {
  const existing = saved.find((row) => row.address === address)
  if (existing) return { wallet: existing, added: false }

  if (saved.length >= SAVED_WALLETS_LIMIT)
    throw new DomainError(
      'too_many_wallets',
      409,
      'You’ve saved ten addresses for this coin. Please remove one first.',
    )

  const wallet = {
    id: createId('wal'),
    member_id: memberId,
    coin,
    address,
    network,
    main: !saved.some(({ main }) => main),
    created_at: now,
    usable_from: new Date(now.getTime() + walletCoolDownHours * HOUR_MS),
    retired_at: null,
  }

  return { wallet, added: true }
}
