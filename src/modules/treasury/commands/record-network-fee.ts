import type { Coin } from '#lib/money.ts'
import { normaliseReceiptReference } from '#lib/payment-references.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type FeePayer, parsePositiveAmount } from '../model.ts'
import { computeWorth, getPlace } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type NetworkFee = {
  currency: Coin
  amount: string
  place?: string
  paidFrom: FeePayer
  txid: string
}

/**
 * Records the network fee of an outgoing transaction, once, so that the ledger equals the chain. A
 * large fee needs a second approval.
 */
export async function recordNetworkFee(app: App, admin: Staff, input: NetworkFee): Promise<Begun> {
  assertPermitted(admin, 'network-fee.record')

  const { currency, paidFrom } = input
  const kind = 'network_fee_paid'
  const units = parsePositiveAmount(input.amount, currency)
  const txid = normaliseReceiptReference(input.txid)
  const begun = await runInTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, input.place)
    const worth = await computeWorth(app, { currency, units }, 'out')
    const movement = { kind, currency, units, place, ...worth, paidFrom, txid } as const
    return await beginMovement(app, tx, admin, { id: createMovementId(app, { kind }), movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
