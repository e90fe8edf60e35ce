import type { Coin } from '#lib/currencies.ts'
import type { ChainTip, PaymentSighting } from './payments.ts'

const HASH = /^[0-9a-f]{64}$/
/** The clock of a block's producer may be ahead. */
const MAX_AHEAD_MS = 2 * 60 * 60_000
const MAX_HEIGHT = 2_000_000_000
const MAX_UNITS = 2n ** 63n - 1n
/** More payments in one answer are an error of the provider. */
const MAX_PAYMENTS = 50_000

type AnyObservation = {
  tip: ChainTip
  payments: readonly PaymentSighting[]
  completeFrom: number
}

/** Returns why an answer of a provider can't be right; null if it can. */
export function findObservationFault(
  { tip, payments, completeFrom }: AnyObservation,
  isTarget: (coin: Coin, address: string) => boolean,
  now: Date,
): string | null {
  const tipFault = findTipFault(tip, now)
  if (tipFault) return tipFault
  if (!Number.isSafeInteger(completeFrom) || completeFrom < 0) return 'Its first height is invalid.'
  if (payments.length > MAX_PAYMENTS) return `It lists more than ${MAX_PAYMENTS} payments.`

  for (const payment of payments) {
    const fault = findPaymentFault(payment, tip, isTarget)
    if (fault) return fault
  }
  return null
}

/** Returns why a provider's newest block can't be right; null if it can. */
export function findTipFault({ height, hash, at, finalHeight }: ChainTip, now: Date) {
  if (!isHeight(height) || !HASH.test(hash)) return 'Its newest block is invalid.'
  if (finalHeight !== null && !(isHeight(finalHeight) && finalHeight <= height))
    return 'Its final block is above its newest one.'
  if (!(at.getTime() <= now.getTime() + MAX_AHEAD_MS)) return 'Its newest block is in the future.'
  return null
}

const isHeight = (height: number) =>
  Number.isSafeInteger(height) && height >= 0 && height <= MAX_HEIGHT

function findPaymentFault(
  { coin, txid, outputIndex, address, units, block }: PaymentSighting,
  tip: ChainTip,
  isTarget: (coin: Coin, address: string) => boolean,
): string | null {
  if (!isTarget(coin, address)) return 'It lists a payment to an address that was not asked for.'
  if (!HASH.test(txid) || !isHeight(outputIndex)) return 'It lists a payment without a valid id.'
  if (units <= 0n || units > MAX_UNITS) return 'It lists a payment with an invalid amount.'
  if (block && !(isHeight(block.height) && HASH.test(block.hash) && block.at.getTime() >= 0))
    return 'It lists a payment in an invalid block.'
  if (block && block.height > tip.height) return 'It lists a payment above its newest block.'
  return null
}
