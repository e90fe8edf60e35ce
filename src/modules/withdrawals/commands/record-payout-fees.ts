import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { getAdmin } from '#modules/identity/queries.ts'
import { computeWorth, getPlace } from '#modules/treasury/queries.ts'
import {
  type Begun,
  beginMovement,
  createMovementId,
} from '#modules/treasury/steps/begin-movement.ts'
import { announce } from '#modules/treasury/steps/post-movement.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'
import { listUnrecordedFees } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Records the network fee of each payout that is in a block, on Bitcoin and Ethereum, in the name
 * of the admin who exported it or recorded its transaction; a large fee is proposed to a second
 * admin. Where a fee can't be recorded the reason is stored and the next run tries again.
 */
export async function recordPayoutFees(app: App): Promise<void> {
  for (const transaction of await listUnrecordedFees(app.db)) await recordFee(app, transaction)
}

async function recordFee(app: App, transaction: PayoutTransaction): Promise<void> {
  try {
    const { movement, proposal } = await postFee(app, transaction)
    announce(app, movement, proposal)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const isRecorded = error.code === 'fee_recorded'
    const problem = isRecorded ? null : `The network fee is not recorded. ${error.message}`
    await storeOutcome(app, app.db, transaction, problem)
  }
}

/** Posts or proposes a fee, and stores that in the same transaction. */
async function postFee(app: App, transaction: PayoutTransaction): Promise<Begun> {
  const admin = await getAdmin(app.db, transaction.createdBy.id)
  assertPermitted(admin, 'network-fee.record')

  const kind = 'network_fee_paid'
  const { txid, psbt, fee, networkFee } = transaction
  const currency = psbt ? 'BTC' : 'ETH'
  const units = fee ?? networkFee
  invariant(units !== null, 'the fee of the payout is known')

  return await runInTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, undefined)
    const worth = await computeWorth(app, { currency, units }, 'out')
    const movement = { kind, currency, units, place, ...worth, paidFrom: 'equity', txid } as const
    const id = createMovementId(app, { kind })
    const begun = await beginMovement(app, tx, admin, { id, movement })
    await storeOutcome(app, tx, transaction, null)

    return begun
  })
}

/** Stores that a fee is recorded or proposed, or why it isn't. */
function storeOutcome(
  { clock }: App,
  db: Db,
  { id, status }: PayoutTransaction,
  problem: string | null,
) {
  const now = clock.now()
  const recorded = { fee_recorded_at: now, ...(status === 'completed' && { problem: null }) }

  return db
    .withTables<WithdrawalTables>()
    .updateTable('payout_transaction')
    .set(problem ? { problem } : recorded)
    .where('id', '=', id)
    .execute()
}
