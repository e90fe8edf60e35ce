import type { Day } from '#lib/dates.ts'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import {
  type AccountCode,
  type Transfer,
  type TransferType,
  toCustodyAccountCode,
  toExchangeAccountCode,
} from '#modules/ledger/model.ts'

type Legs = {
  /** The idempotency key of both legs, without the suffix `/coin` or `/dollars`. */
  idempotencyKey: string
  transferType: TransferType
  coin: Coin
  units: CoinUnits
  /** The value of the coin at the agreed rate. */
  cents: Cents
  /** The place that holds the coin; by default the coin's usual place. */
  place?: string
  reference: string
  effectiveDate: Day
  actor: string
  reason?: string
}

const pickSharedFields = ({ transferType, reference, effectiveDate, actor, reason }: Legs) => ({
  transferType,
  reference,
  effectiveDate,
  actor,
  ...(reason !== undefined && { reason }),
})

/**
 * Returns two linked transfers: coin received into custody, with its receipt, and the dollars owed
 * for it.
 */
export const buildCoinInTransfers = (
  legs: Legs & { receipt: string; to: AccountCode },
): Transfer[] => [
  {
    ...pickSharedFields(legs),
    idempotencyKey: `${legs.idempotencyKey}/coin`,
    debit: toCustodyAccountCode(legs.coin, legs.place),
    credit: toExchangeAccountCode(legs.coin),
    amount: legs.units,
    receipt: legs.receipt,
  },
  {
    ...pickSharedFields(legs),
    idempotencyKey: `${legs.idempotencyKey}/dollars`,
    debit: toExchangeAccountCode('USD'),
    credit: legs.to,
    amount: legs.cents,
  },
]

/**
 * Returns two linked transfers: dollars no longer owed, and the coin sent from custody for them.
 */
export const buildCoinOutTransfers = (legs: Legs & { from: AccountCode }): Transfer[] => [
  {
    ...pickSharedFields(legs),
    idempotencyKey: `${legs.idempotencyKey}/dollars`,
    debit: legs.from,
    credit: toExchangeAccountCode('USD'),
    amount: legs.cents,
  },
  {
    ...pickSharedFields(legs),
    idempotencyKey: `${legs.idempotencyKey}/coin`,
    debit: toExchangeAccountCode(legs.coin),
    credit: toCustodyAccountCode(legs.coin, legs.place),
    amount: legs.units,
  },
]
