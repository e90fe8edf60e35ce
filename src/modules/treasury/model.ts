import type { Day } from '#lib/dates.ts'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import { type AccountCode, custody, exchange, type Kind, type Transfer } from '#modules/ledger/model.ts'

type Movement = {
  /** The business event that both legs belong to; `/coin` and `/dollars` are put behind it. */
  event: string
  kind: Kind
  coin: Coin
  units: CoinUnits
  /** What the coin is worth at the rate agreed, in cents. */
  cents: Cents
  reference: string
  effective: Day
  actor: string
}

const shared = ({ kind, reference, effective, actor }: Movement) => ({ kind, reference, effective, actor })

/** Coin that came into custody, and dollars owed for it: two linked transfers, the receipt on the coin's. */
export const coinIn = (movement: Movement & { receipt: string; to: AccountCode }): Transfer[] => [
  {
    ...shared(movement),
    event: `${movement.event}/coin`,
    debit: custody(movement.coin),
    credit: exchange(movement.coin),
    amount: movement.units,
    receipt: movement.receipt,
  },
  {
    ...shared(movement),
    event: `${movement.event}/dollars`,
    debit: exchange('USD'),
    credit: movement.to,
    amount: movement.cents,
  },
]

/** Dollars no longer owed, and the coin that left custody for them: two linked transfers. */
export const coinOut = (movement: Movement & { from: AccountCode }): Transfer[] => [
  {
    ...shared(movement),
    event: `${movement.event}/dollars`,
    debit: movement.from,
    credit: exchange('USD'),
    amount: movement.cents,
  },
  {
    ...shared(movement),
    event: `${movement.event}/coin`,
    debit: exchange(movement.coin),
    credit: custody(movement.coin),
    amount: movement.units,
  },
]
