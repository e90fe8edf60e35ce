import { sql } from 'kysely'
import type { ChainPayment } from '#modules/chains/model.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PaymentCandidate } from '../model.ts'
import type { DepositTables } from '../tables.ts'

const CANDIDATES_LIMIT = 100

/** Returns the deposits that a payment to an address can belong to, newest first. */
export async function listCandidates(
  tx: Tx,
  { address, coin, units }: ChainPayment,
  isShared: boolean,
): Promise<PaymentCandidate[]> {
  const query = tx
    .withTables<DepositTables>()
    .selectFrom('deposit')
    .select(['id', 'member_id as memberId', 'coin_amount as coinAmount', 'status'])
    .select(['created_at as createdAt', 'amount_reserved as amountReserved'])
    .select(
      sql<boolean>`exists (select from deposit_payment m where m.deposit_id = deposit.id)`.as(
        'hasPayment',
      ),
    )
    .where('address', '=', address)
    .where('coin', '=', coin)
    .orderBy('created_at', 'desc')
    .limit(CANDIDATES_LIMIT)

  return await (isShared ? query.where('coin_amount', '=', units) : query).execute()
}
