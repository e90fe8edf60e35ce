import type { Day } from '#lib/dates.ts'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import { FEES, type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import { buildCoinOutTransfers } from '#modules/treasury/model.ts'
import { getHoldSubAccount, getSourceSubAccount, type Source } from './source.ts'

type Held = { id: string; memberId: string; source: Source; amount: Cents }
type Posting = { on: Day; actor: string }

/** Returns the transfer that holds the amount of a request. */
export const buildHoldTransfer = (
  { id, memberId, source, amount }: Held,
  { on, actor }: Posting,
): Transfer => ({
  idempotencyKey: `withdrawal/${id}/hold`,
  transferType: 'withdrawal_held',
  debit: toMemberAccountCode(memberId, getSourceSubAccount(source)),
  credit: toMemberAccountCode(memberId, getHoldSubAccount(source)),
  amount,
  effectiveDate: on,
  reference: id,
  actor,
})

/** Returns the transfer that releases a hold to where it came from. */
export const buildReleaseTransfer = (
  { id, memberId, source, amount }: Held,
  { on, actor }: Posting,
): Transfer => ({
  idempotencyKey: `withdrawal/${id}/release`,
  transferType: 'withdrawal_released',
  debit: toMemberAccountCode(memberId, getHoldSubAccount(source)),
  credit: toMemberAccountCode(memberId, getSourceSubAccount(source)),
  amount,
  effectiveDate: on,
  reference: id,
  actor,
})

type Payout = Held & Posting & { fee: Cents; coin: Coin; units: CoinUnits }

/** Returns the transfers of a payment: the fee from the hold to fees, the rest out as coin. */
export function buildPayoutTransfers(payout: Payout): Transfer[] {
  const { id, memberId, source, amount, fee, coin, units, on, actor } = payout
  const from = toMemberAccountCode(memberId, getHoldSubAccount(source))
  const shared = { reference: id, effectiveDate: on, actor }

  const feeTransfer: Transfer = {
    ...shared,
    idempotencyKey: `withdrawal/${id}/fee`,
    transferType: 'fee_charged',
    debit: from,
    credit: FEES,
    amount: fee,
  }
  const coinTransfers = buildCoinOutTransfers({
    ...shared,
    idempotencyKey: `withdrawal/${id}/pay`,
    transferType: 'withdrawal_paid',
    coin,
    units,
    cents: amount - fee,
    from,
  })

  return fee > 0n ? [feeTransfer, ...coinTransfers] : coinTransfers
}

/** Returns what a second admin approves: the member, the amount, the coin and the address. */
export const toProposalContent = (row: {
  member_id: string
  amount: Cents
  coin: Coin
  address: string
}) => ({
  memberId: row.member_id,
  amount: row.amount,
  coin: row.coin,
  address: row.address,
})
