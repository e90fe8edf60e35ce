import type { Day } from '#lib/dates.ts'
import type { Currency } from '#lib/money.ts'
import type { Movement } from './movement.ts'

/** The id of the proposal or movement that is posted, its effective date, and its actor. */
export type Posting = { id: string; on: Day; actor: string }

/** Returns the idempotency key of a receipt's posting into suspense. */
export const buildReceivedKey = (receipt: string) => `suspense/${receipt}/received`
/** Returns the key that matching and refunding a receipt share, so that only one is posted. */
export const buildSettledKey = (receipt: string) => `suspense/${receipt}/settled`
/** Returns the idempotency key of a transaction's network fee. */
export const buildFeeKey = (coin: Currency, txid: string) => `network-fee/${coin}/${txid}`

export function buildMovementKey(movement: Movement, id: string): string {
  if (movement.kind === 'suspense_received') return buildReceivedKey(movement.receipt)
  if (movement.kind === 'suspense_matched' || movement.kind === 'suspense_refunded')
    return buildSettledKey(movement.receipt)
  if (movement.kind === 'network_fee_paid') return buildFeeKey(movement.currency, movement.txid)
  return `${movement.kind}/${id}`
}

export function getMovementReference(movement: Movement, id: string): string {
  if (movement.kind === 'network_fee_paid') return buildFeeKey(movement.currency, movement.txid)
  return movement.kind.startsWith('suspense_') && 'receipt' in movement ? movement.receipt : id
}

/** Returns the reason that the journal stores, with the destination of an outgoing amount. */
export function formatMovementReason(movement: Movement): string {
  if (movement.kind === 'network_fee_paid') return `Transaction ${movement.txid}`
  return 'destination' in movement
    ? `${movement.reason} (to ${movement.destination})`
    : movement.reason
}
