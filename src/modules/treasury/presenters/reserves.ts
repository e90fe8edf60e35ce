import { formatAmount } from '#lib/money.ts'
import { NOT_COVERED, type Reserve } from '../model.ts'

/** Returns a reserve address as the contract answers it. */
export function toReserveResponse({ id, addedAt: _, proof, challenge, ...reserve }: Reserve) {
  return {
    _id: id,
    ...reserve,
    reason: reserve.wallet === 'single_key' ? null : NOT_COVERED[reserve.wallet],
    proof: proof && toProofResponse(proof, reserve.coin),
    challenge: challenge && {
      _id: challenge.id,
      statement: challenge.statement,
      expiresAt: challenge.expiresAt,
    },
  }
}

function toProofResponse(
  { units, ...proof }: NonNullable<Reserve['proof']>,
  coin: Reserve['coin'],
) {
  return { ...proof, amount: formatAmount(units, coin) }
}
