import { type Selectable, sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { computeWithdrawalFee } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { WithdrawalRequest } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'
import type { WalletRow } from './save-wallet.ts'

type WithdrawalRow = Selectable<WithdrawalTables['withdrawal']>

type Insertion = { id: string; wallet: WalletRow; added: boolean; threshold: Cents }

/**
 * Inserts a withdrawal, and its wallet where that is new. Returns its place in the queue and
 * whether two admins have to approve it, too.
 */
export function insertWithdrawal(
  tx: Tx,
  app: App,
  member: Actor,
  { amount, terms, source }: WithdrawalRequest,
  { id, wallet, added, threshold }: Insertion,
): Promise<WithdrawalRow & { place: number; secondAdminNeeded: boolean }> {
  const now = app.clock.now()
  const tables = tx.withTables<WithdrawalTables>()
  const inserting = added
    ? tables.with('added', (db) => db.insertInto('wallet').values(wallet).returning('id'))
    : tables

  return inserting
    .insertInto('withdrawal')
    .values({
      id,
      member_id: member.id,
      source,
      amount,
      method: terms.method,
      coin: terms.coin,
      wallet_id: wallet.id,
      address: wallet.address,
      quoted_fee: computeWithdrawalFee(amount, terms),
      status: 'pending',
      created_at: now,
      payable_from: wallet.usable_from > now ? wallet.usable_from : now,
    })
    .returningAll()
    .returning(PLACE.as('place'))
    .returning(buildLarge(threshold).as('secondAdminNeeded'))
    .executeTakeFirstOrThrow()
}

/** The place of a withdrawal that is being inserted, which its own statement does not see yet. */
const PLACE = sql<number>`(1 + (
  select count(*) from withdrawal open
  where open.status in ('pending', 'approved')
    and (open.created_at, open.id) < (withdrawal.created_at, withdrawal.id)
))::integer`

/** Tests if the withdrawal and what was approved in 24 hours reach the threshold. */
const buildLarge = (threshold: Cents) => sql<boolean>`
  withdrawal.amount + sum_approved_withdrawals(
    withdrawal.member_id, withdrawal.id, withdrawal.created_at) >= ${threshold}`
