import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { getAdmin } from '#modules/identity/queries.ts'
import { computeWorth, getPlace } from '#modules/treasury/queries.ts'
import { beginMovement, createMovementId } from '#modules/treasury/steps/begin-movement.ts'
import { announce } from '#modules/treasury/steps/post-movement.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listUnrecordedFees, type PayoutTransaction } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Records the network fee of each confirmed Bitcoin payout in the name of the admin who exported
 * it; a large fee is proposed to a second admin. Where a fee can't be recorded the reason is stored
 * and the next run tries again.
 */
export async function recordPayoutFees(app: App): Promise<void> {
  for (const transaction of await listUnrecordedFees(app.db)) await recordFee(app, transaction)
}

async function recordFee(app: App, transaction: PayoutTransaction): Promise<void> {
  try {
    await postFee(app, transaction)
    await storeOutcome(app, transaction, null)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const isRecorded = error.code === 'fee_recorded'
    const problem = isRecorded ? null : `The network fee is not recorded. ${error.message}`
    await storeOutcome(app, transaction, problem)
  }
}

async function postFee(app: App, { txid, fee, createdBy }: PayoutTransaction): Promise<void> {
  const admin = await getAdmin(app.db, createdBy.id)
  assertPermitted(admin, 'network-fee.record')

  const kind = 'network_fee_paid'
  const currency = 'BTC'
  const units = fee ?? 0n
  const begun = await runInTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, undefined)
    const worth = await computeWorth(app, { currency, units }, 'out')
    const movement = { kind, currency, units, place, ...worth, paidFrom: 'equity', txid } as const
    return await beginMovement(app, tx, admin, { id: createMovementId(app, { kind }), movement })
  })

  announce(app, begun.movement, begun.proposal)
}

/** Stores that a fee is recorded or proposed, or why it isn't. */
const storeOutcome = (app: App, { id }: PayoutTransaction, problem: string | null) =>
  app.db
    .withTables<WithdrawalTables>()
    .updateTable('payout_transaction')
    .set(problem ? { problem } : { fee_recorded_at: app.clock.now(), problem: null })
    .where('id', '=', id)
    .execute()
