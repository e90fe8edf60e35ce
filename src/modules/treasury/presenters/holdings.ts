import { formatAmount } from '#lib/money.ts'
import type { RecordedReceipt } from '#modules/ledger/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import type { App } from '#platform/app.ts'
import { type CustodyHolding, getTreasury, type Treasury } from '../queries.ts'

/** Returns the holdings and liabilities of the operator, from one snapshot. */
export async function buildTreasury(app: App) {
  const treasury = await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => getTreasury(app, tx))

  return toTreasuryResponse(treasury)
}

const toHoldingResponse = ({ currency, units, cents }: Omit<CustodyHolding, 'place'>) => ({
  currency,
  amount: formatAmount(units, currency),
  worth: cents,
})

const toTreasuryResponse = (treasury: Treasury) => {
  const { equity, promotion, fees, owedToMembers, gain } = treasury
  return {
    equity,
    promotion,
    fees,
    owedToMembers,
    custody: treasury.custody.map((held) => ({ place: held.place, ...toHoldingResponse(held) })),
    exchange: { positions: treasury.exchange.map(toHoldingResponse), gain },
    suspense: treasury.suspense.map(({ receipt, currency, units, since, why }) => ({
      _id: receipt,
      currency,
      amount: formatAmount(units, currency),
      since,
      reason: why,
    })),
    plans: treasury.plans.map(({ planId, placed, income }) => ({ _id: planId, placed, income })),
    prices: treasury.prices.map((price) => ({ ...price, rate: formatRate(price.rate) })),
  }
}

/** Returns a receipt with its amount as text. */
export const toReceiptResponse = ({ id, amount, ...receipt }: RecordedReceipt) => ({
  ...receipt,
  _id: id,
  amount: formatAmount(amount, receipt.currency),
})
