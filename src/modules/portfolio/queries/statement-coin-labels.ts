import { formatGroupedAmount } from '#lib/money.ts'
import { formatRate } from '#modules/market/model.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { formatWithdrawalTxid } from '#modules/withdrawals/model.ts'
import { getTransferTypeLabel, type StatementLine } from '../model.ts'
import type { LineDescription, StatementSources } from './statement-sources.ts'

/** Describes a deposit: the coin that arrived and its rate. */
export function describeDeposit(
  line: StatementLine,
  { payments }: StatementSources,
): LineDescription {
  const payment = payments.get(line.reference)
  const what = getTransferTypeLabel(line.transferType)
  if (!payment?.received || !payment.receivedIn) return { what, details: [] }

  const { received, receivedIn, creditRate, method } = payment
  if (receivedIn === 'USD') return { what, details: ['By bank transfer'] }

  const rate = creditRate ? ` at ${formatRatePrice(creditRate)}` : ''

  return {
    what,
    details: [
      `${METHOD_FACTS[method].label}: ${formatGroupedAmount(received, receivedIn)} ` +
        `${receivedIn}${rate}`,
    ],
  }
}

/** Formats a rate, such as '$91,240.50'. */
const formatRatePrice = (rate: bigint) =>
  `$${formatRate(rate).replace(/\d+(?=\.)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))}`

/** Describes a withdrawal: the coin and its address, or why it was released. */
export function describeWithdrawal(
  line: StatementLine,
  { withdrawals }: StatementSources,
): LineDescription {
  const withdrawal = withdrawals.get(line.reference)
  const what = getTransferTypeLabel(line.transferType)
  if (!withdrawal) return { what, details: [] }

  const { coin, coinAmount, address, rate, txid, method, status, reason } = withdrawal
  const label = METHOD_FACTS[method].label
  if (line.transferType === 'withdrawal_held') return { what, details: [`${label} to ${address}`] }

  if (line.transferType === 'withdrawal_released')
    return {
      what,
      details: [status === 'cancelled' ? 'Cancelled by you' : `Rejected: ${reason ?? ''}`],
    }

  const sent = coinAmount
    ? `${formatGroupedAmount(coinAmount, coin)} ` +
      `${coin}${rate ? ` at ${formatRatePrice(rate)}` : ''}`
    : label
  return {
    what,
    details: [
      `${sent} to ${address}`,
      ...(txid ? [`Transaction ID ${formatWithdrawalTxid(withdrawal, txid)}`] : []),
    ],
  }
}
