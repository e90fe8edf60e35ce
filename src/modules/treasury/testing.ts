import { newId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { type AccountCode, custody, EQUITY, type Transfer } from '#modules/ledger/model.ts'
import { approved, arrived, transfer } from '#modules/ledger/testing.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Movement, simulateMovement } from './acts/simulate-movement.ts'
import { type CustodyLine, listCustody } from './queries.ts'

export const BANK: AccountCode = custody('USD')

/** Pays dollars of the operator's own into the bank: in the books, and outside unless told otherwise. */
export async function payIn(app: App, cents: bigint, { outside = true } = {}): Promise<void> {
  const reference = newId('cap')
  await inTransaction(app.db, async (tx) => {
    const receipt = await arrived(tx, 'USD', cents)
    if (outside) await simulateMovement(tx, app, { account: BANK, units: cents, reference: receipt })
    const paidIn: Transfer = transfer(reference, 'capital_paid_in', BANK, EQUITY, cents, { receipt })
    await post(tx, await approved(tx, [paidIn]))
  })
}

/** Moves what is held outside and nothing in the books, so that they differ. */
export const plantDifference = (app: App, { account = BANK, units }: Partial<Movement> & { units: bigint }) =>
  inTransaction(app.db, (tx) => simulateMovement(tx, app, { account, units, reference: newId('odd') }))

/** One account as listCustody shows it. */
export async function custodyLine(app: Pick<App, 'db'>, account = BANK): Promise<CustodyLine> {
  const line = (await listCustody(app.db)).find((each) => each.account === account)
  invariant(line, `${account} is held`)
  return line
}
