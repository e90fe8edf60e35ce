import {
  type AccountCode,
  EQUITY,
  FEES,
  PROMOTION,
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toSuspenseAccountCode,
} from '#modules/ledger/model.ts'
import { buildCoinInTransfers, buildCoinOutTransfers } from './coin-transfers.ts'
import { buildConversionTransfers } from './conversion-transfers.ts'
import type { Amount, IncomingAmount, Movement, Worth } from './movement.ts'
import {
  buildMovementKey,
  formatMovementReason,
  getMovementReference,
  type Posting,
} from './posting-keys.ts'

type Base = Omit<Transfer, 'debit' | 'credit' | 'amount'>

const buildIncomingTransfers = (
  base: Base,
  movement: IncomingAmount & Worth,
  to: AccountCode,
): Transfer[] => {
  const { currency, units, cents, place, receipt } = movement
  return currency === 'USD'
    ? [{ ...base, debit: toCustodyAccountCode('USD', place), credit: to, amount: cents, receipt }]
    : buildCoinInTransfers({ ...base, coin: currency, units, cents, place, receipt, to })
}

const buildOutgoingTransfers = (
  base: Base,
  movement: Amount & Worth & { place: string },
  from: AccountCode,
): Transfer[] => {
  const { currency, units, cents, place } = movement
  return currency === 'USD'
    ? [{ ...base, debit: from, credit: toCustodyAccountCode('USD', place), amount: cents }]
    : buildCoinOutTransfers({ ...base, coin: currency, units, cents, place, from })
}

const buildMatchTransfers = (
  base: Base,
  movement: Amount & Worth & { memberId: string },
): Transfer[] => {
  const { currency, units, cents, memberId } = movement
  const cash = toMemberAccountCode(memberId, 'cash')
  const from = { ...base, debit: toSuspenseAccountCode(currency), amount: units }
  if (currency === 'USD') return [{ ...from, credit: cash }]

  const dollars = {
    ...base,
    idempotencyKey: `${base.idempotencyKey}/dollars`,
    debit: toExchangeAccountCode('USD'),
    credit: cash,
  }

  return [
    { ...from, credit: toExchangeAccountCode(currency) },
    { ...dollars, amount: cents },
  ]
}

/**
 * Returns the transfers of a movement. They depend only on the arguments, so that the
 * proposed and the posted transfers are the same.
 */
export function buildMovementTransfers(movement: Movement, { id, on, actor }: Posting): Transfer[] {
  const base: Base = {
    idempotencyKey: buildMovementKey(movement, id),
    transferType: movement.kind,
    reference: getMovementReference(movement, id),
    effectiveDate: on,
    actor,
    reason: formatMovementReason(movement),
  }

  switch (movement.kind) {
    case 'capital_paid_in':
      return buildIncomingTransfers(base, movement, EQUITY)
    case 'capital_paid_out':
      return buildOutgoingTransfers(base, movement, EQUITY)
    case 'assets_placed':
      return buildOutgoingTransfers(base, movement, toPlanAssetsAccountCode(movement.planId))
    case 'assets_returned':
      return buildIncomingTransfers(base, movement, toPlanAssetsAccountCode(movement.planId))
    case 'network_fee_paid':
      return buildOutgoingTransfers(base, movement, movement.paidFrom === 'equity' ? EQUITY : FEES)
    case 'promotion_funded':
      return [{ ...base, debit: EQUITY, credit: PROMOTION, amount: movement.cents }]
    case 'promotion_returned':
      return [{ ...base, debit: PROMOTION, credit: EQUITY, amount: movement.cents }]
    case 'fees_taken':
      return [{ ...base, debit: FEES, credit: EQUITY, amount: movement.cents }]
    case 'suspense_matched':
      return buildMatchTransfers(base, movement)
    case 'converted':
      return buildConversionTransfers(base, movement)
    default:
      return [{ ...base, ...buildSingleLeg(movement) }]
  }
}

type SingleTransferMovement = Extract<
  Movement,
  { kind: 'suspense_received' | 'suspense_refunded' | 'custody_moved' }
>

/** Returns the accounts and amount of a movement that is one transfer in one currency. */
function buildSingleLeg(
  movement: SingleTransferMovement,
): Pick<Transfer, 'debit' | 'credit' | 'amount' | 'receipt'> {
  const { kind, currency, units: amount, place } = movement
  const held = toCustodyAccountCode(currency, place)
  if (kind === 'suspense_received')
    return {
      debit: held,
      credit: toSuspenseAccountCode(currency),
      amount,
      receipt: movement.receipt,
    }
  if (kind === 'suspense_refunded')
    return { debit: toSuspenseAccountCode(currency), credit: held, amount }
  return { debit: toCustodyAccountCode(currency, movement.toPlace), credit: held, amount }
}
