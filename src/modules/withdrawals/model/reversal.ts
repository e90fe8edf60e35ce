import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, type Coin, type CoinUnits, formatUsd } from '#lib/money.ts'
import {
  FEES,
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
} from '#modules/ledger/model.ts'
import { getSourceSubAccount, type Source } from './source.ts'
import type { WithdrawalStatus } from './status.ts'

/** The reversal of the payment of a withdrawal: the rows it undoes, and why. */
export type WithdrawalReversal = {
  memberId: string
  source: Source
  /** The whole amount, with the fee: the member gets it back. */
  amount: Cents
  fee: Cents
  coin: Coin
  coinAmount: CoinUnits
  txid: string
  /** The member reads it. */
  reason: string
}

/**
 * Returns the content that two admins approve; amounts are text in minor units. The function
 * `is_withdrawal_reversal_approved` reads its fields.
 */
export const toReversalContent = (reversal: WithdrawalReversal) => ({
  ...reversal,
  amount: String(reversal.amount),
  fee: String(reversal.fee),
  coinAmount: String(reversal.coinAmount),
})

/**
 * Returns the transfers of a reversal: the coin back into custody, and the amount with its fee back
 * to the balance it came from.
 */
export function buildReversalTransfers(
  id: string,
  { memberId, source, amount, fee, coin, coinAmount, reason }: WithdrawalReversal,
  { on, actor }: { on: Day; actor: string },
): Transfer[] {
  const to = toMemberAccountCode(memberId, getSourceSubAccount(source))
  const shared = { reference: id, effectiveDate: on, actor, reason }
  const reversed = { ...shared, transferType: 'withdrawal_reversed' as const }

  const paid: Transfer[] = [
    {
      ...reversed,
      idempotencyKey: `withdrawal/${id}/reverse/coin`,
      debit: toCustodyAccountCode(coin),
      credit: toExchangeAccountCode(coin),
      amount: coinAmount,
    },
    {
      ...reversed,
      idempotencyKey: `withdrawal/${id}/reverse/dollars`,
      debit: toExchangeAccountCode('USD'),
      credit: to,
      amount: amount - fee,
    },
  ]
  const feeTransfer: Transfer = {
    ...shared,
    idempotencyKey: `withdrawal/${id}/reverse/fee`,
    transferType: 'fee_reversed',
    debit: FEES,
    credit: to,
    amount: fee,
  }

  return fee > 0n ? [...paid, feeTransfer] : paid
}

/** Returns the error for a withdrawal that isn't paid: there is nothing to reverse. */
export const createNotCompletedError = (status: WithdrawalStatus) =>
  new DomainError(
    'not_completed',
    409,
    status === 'reversed'
      ? 'The payment of this withdrawal has already been reversed.'
      : 'Only a paid withdrawal can be reversed.',
  )

/**
 * Returns the error for a payment that can't be reversed; null for one that can. `fees` is what the
 * fee account holds.
 */
export function findReversalRefusal(
  { status, fee }: { status: WithdrawalStatus; fee: Cents },
  fees: Cents,
): DomainError | null {
  if (status !== 'completed') return createNotCompletedError(status)
  if (fees >= fee) return null

  return new DomainError(
    'fees_taken',
    409,
    `The fee of ${formatUsd(fee)} was moved to capital, and the fee account holds only ` +
      `${formatUsd(fees)}. You can reverse the payment once it holds enough again.`,
  )
}
