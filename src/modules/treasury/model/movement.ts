import type { Cents, Coin, Currency } from '#lib/money.ts'
import type { Permission } from '#modules/approvals/model.ts'
import {
  type AccountCode,
  EQUITY,
  type Output,
  PROMOTION,
  toCustodyAccountCode,
} from '#modules/ledger/model.ts'

export type Amount = { currency: Currency; units: bigint }

/** A value at the current rate (dollars for one coin, times 10^6); the rate of dollars is null. */
export type Worth = { cents: Cents; rate: bigint | null }

/** An observed payment with the id of its receipt, which is recorded with the posting. */
type Arrival = Output & { receipt: string; observedAs: string }

export type IncomingAmount = Amount & { place: string } & Arrival

type OutgoingAmount = Amount & { place: string; destination: string }

type MovementReason = { reason: string }

/**
 * A movement of the operator's own money or of custody, with every figure that a second admin
 * approves.
 */
export type Movement =
  | ({ kind: 'capital_paid_in' } & IncomingAmount & Worth & MovementReason)
  | ({ kind: 'capital_paid_out' } & OutgoingAmount & Worth & MovementReason)
  | ({ kind: 'assets_placed'; planId: string } & OutgoingAmount & Worth & MovementReason)
  | ({ kind: 'assets_returned'; planId: string } & IncomingAmount & Worth & MovementReason)
  | ({
      kind: 'promotion_funded' | 'promotion_returned' | 'fees_taken'
      cents: Cents
    } & MovementReason)
  | ({ kind: 'suspense_received' } & IncomingAmount & MovementReason)
  | ({ kind: 'suspense_matched'; receipt: string; memberId: string } & Amount &
      Worth &
      MovementReason)
  | ({ kind: 'suspense_refunded'; receipt: string } & OutgoingAmount & MovementReason)
  | ({ kind: 'custody_moved'; place: string; toPlace: string; opensPlace: boolean } & Amount &
      MovementReason)
  | ({
      kind: 'converted'
      place: string
      toCurrency: Currency
      toUnits: bigint
      toPlace: string
    } & Amount &
      Arrival &
      MovementReason)
  | ({
      kind: 'network_fee_paid'
      paidFrom: FeePayer
      txid: string
      place: string
      currency: Coin
    } & Amount &
      Worth)

export type FeePayer = 'equity' | 'fees'

export type MovementKind = Movement['kind']

/** The permission of each movement; `approvals` defines its roles and the approval threshold. */
export const MOVEMENT_PERMISSIONS = {
  capital_paid_in: 'capital.record',
  capital_paid_out: 'capital.record',
  assets_placed: 'assets.record',
  assets_returned: 'assets.record',
  promotion_funded: 'promotion.fund',
  promotion_returned: 'promotion.fund',
  fees_taken: 'fees.take',
  suspense_received: 'suspense.receive',
  suspense_matched: 'suspense.match',
  suspense_refunded: 'suspense.refund',
  custody_moved: 'custody.move',
  converted: 'custody.convert',
  network_fee_paid: 'network-fee.record',
} as const satisfies Record<MovementKind, Permission>

const ACTIONS: Partial<Record<MovementKind, string>> = {
  converted: 'custody.converted',
  network_fee_paid: 'network-fee.paid',
}

/** Returns the name of the audit event: `capital.paid-in`. */
export const getMovementAction = (kind: MovementKind): string =>
  ACTIONS[kind] ?? kind.replace('_', '.').replace('_', '-')

/** Returns the subject of a movement: its receipt, its plan, or the operator's account. */
export function getMovementSubject(movement: Movement, id: string): string {
  if (movement.kind === 'assets_placed') return movement.planId
  if (movement.kind === 'capital_paid_out') return EQUITY
  if (movement.kind === 'promotion_funded' || movement.kind === 'promotion_returned')
    return PROMOTION
  return 'receipt' in movement ? movement.receipt : id
}

/**
 * Returns the payment that a movement brings in, for its receipt; null if the movement brings none
 * in or its receipt is already recorded.
 */
export function findMovementArrival(
  movement: Movement,
): (Amount & Output & { id: string; into: AccountCode }) | null {
  if (!('source' in movement)) return null

  const { receipt: id, source, reference, outputIndex } = movement
  const output = { id, source, reference, outputIndex }

  if (movement.kind !== 'converted') {
    const { currency, units, place } = movement
    return { ...output, currency, units, into: toCustodyAccountCode(currency, place) }
  }

  const { toCurrency: currency, toUnits: units, toPlace } = movement
  return { ...output, currency, units, into: toCustodyAccountCode(currency, toPlace) }
}
