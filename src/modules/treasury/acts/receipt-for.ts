import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { type AccountCode, custody } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { identityOf, type Seen } from '../model.ts'
import { recordReceipt } from './record-receipt.ts'
import { simulateReceipt } from './simulate-receipt.ts'

export type SeenFor = Seen & {
  currency: Currency
  units: bigint
  /** What it is for, `dep_…`: the name of a receipt that the sandbox simulates. */
  purpose: string
  /** The custody account that it reached; the currency's usual one unless told otherwise. */
  into?: AccountCode
}

/**
 * The receipt of what somebody saw arrive; in the sandbox naming nothing means a simulated one. Throws `receipt_needed`
 * (400) in live, `receipt_conflict` (409) when it was recorded with another amount, and what `identityOf` throws.
 */
export async function receiptFor(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  actor: Actor,
  { currency, units, purpose, into = custody(currency), ...seen }: SeenFor,
): Promise<string> {
  const identity = identityOf(currency, seen)
  const recordedBy = actor.id
  if (identity)
    return await recordReceipt(tx, app, {
      ...{ ...identity, currency, amount: units, arrivedAt: app.clock.now(), recordedBy, into },
    })
  if (app.config.MODE === 'sandbox')
    return await simulateReceipt(tx, app, { currency, units, reference: purpose, recordedBy, into })
  throw new DomainError(
    'receipt_needed',
    400,
    'Please enter the transaction id or the bank reference.',
    currency === 'USD' ? 'bankReference' : 'txid',
  )
}
