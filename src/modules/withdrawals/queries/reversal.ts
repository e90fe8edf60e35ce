import { z } from 'zod'
import type { DomainError } from '#lib/errors.ts'
import { COINS } from '#lib/money.ts'
import { FEES } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { findReversalRefusal, type WithdrawalReversal } from '../model.ts'
import type { Withdrawal } from './withdrawal-row.ts'

const minorUnits = z.string().transform(BigInt)

const approvedReversal = z.object({
  memberId: z.string(),
  source: z.enum(['balance', 'profit']),
  amount: minorUnits,
  fee: minorUnits,
  coin: z.enum(COINS),
  coinAmount: minorUnits,
  txid: z.string(),
  reason: z.string(),
})

/** Reads the content of an approved reversal. */
export const parseWithdrawalReversal = (content: unknown): WithdrawalReversal =>
  approvedReversal.parse(content)

export type WithdrawalReversalFigures = {
  reversal: Omit<WithdrawalReversal, 'reason'>
  /** Why the payment can't be reversed now; null where it can. */
  refusal: DomainError | null
}

/** Returns what reversing the payment of a withdrawal undoes; null where nothing was paid. */
export async function computeWithdrawalReversal(
  reader: Reader,
  withdrawal: Withdrawal,
): Promise<WithdrawalReversalFigures | null> {
  const { memberId, source, amount, fee, coin, coinAmount, txid } = withdrawal
  if (coinAmount === null || txid === null) return null

  return {
    reversal: { memberId, source, amount, fee, coin, coinAmount, txid },
    refusal: findReversalRefusal(withdrawal, await getBalance(reader, FEES)),
  }
}
