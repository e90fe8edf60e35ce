import type { Day } from '#lib/dates.ts'
import { newId } from '#lib/ids.ts'
import type { Coin } from '#lib/money.ts'
import type { Tx } from '#platform/db.ts'
import { recordReceipt } from './acts/record-receipt.ts'
import { custody, exchange, memberAccount, type Receipt, type Transfer } from './model.ts'

export const TEST_DAY: Day = '2026-01-01'

/** A transfer with what a test doesn't care about filled in. */
export const transfer = (
  event: string,
  kind: Transfer['kind'],
  debit: string,
  credit: string,
  amount: bigint,
  rest: Partial<Transfer> = {},
): Transfer => ({
  event,
  kind,
  debit,
  credit,
  amount,
  effective: TEST_DAY,
  reference: event,
  actor: 'test',
  ...rest,
})

/** Something that came in from outside, written down and not used yet. */
export async function arrived(
  tx: Tx,
  currency: Receipt['currency'],
  amount: bigint,
  reference: string = newId('tx'),
) {
  return await recordReceipt(tx, {
    id: newId('rcp'),
    source: 'simulated',
    reference,
    outputIndex: 0,
    currency,
    amount,
    arrivedAt: new Date(`${TEST_DAY}T00:00:00Z`),
    recordedBy: 'test',
  })
}

/** Coin into custody and dollars to the member: what a confirmed deposit posts. The receipt is the coin leg's. */
export const depositOf = (
  event: string,
  memberId: string,
  coin: Coin,
  units: bigint,
  cents: bigint,
  receipt: string,
): Transfer[] => [
  transfer(`${event}/coin`, 'deposit_confirmed', custody(coin), exchange(coin), units, {
    reference: event,
    receipt,
  }),
  transfer(`${event}/cash`, 'deposit_confirmed', exchange('USD'), memberAccount(memberId, 'cash'), cents, {
    reference: event,
  }),
]
