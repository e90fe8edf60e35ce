import {
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
} from '#modules/ledger/model.ts'
import type { Movement } from './movement.ts'

type Base = Omit<Transfer, 'debit' | 'credit' | 'amount'>

type ConversionMovement = Extract<Movement, { kind: 'converted' }>

export const buildConversionTransfers = (base: Base, movement: ConversionMovement): Transfer[] => {
  const { currency, units, place, toCurrency, toUnits, toPlace, receipt } = movement
  const sold = {
    debit: toExchangeAccountCode(currency),
    credit: toCustodyAccountCode(currency, place),
    amount: units,
  }
  const bought = {
    debit: toCustodyAccountCode(toCurrency, toPlace),
    credit: toExchangeAccountCode(toCurrency),
    amount: toUnits,
    receipt,
  }

  return [
    { ...base, idempotencyKey: `${base.idempotencyKey}/out`, ...sold },
    { ...base, idempotencyKey: `${base.idempotencyKey}/in`, ...bought },
  ]
}
