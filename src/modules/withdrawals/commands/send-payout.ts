import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { hasFrozenMember } from '../queries/exportable-withdrawals.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'
import { getPayoutTransaction } from '../queries/payout-transactions.ts'
import { lockCurrentTransaction } from '../steps/lock-payout-transaction.ts'
import type { WithdrawalTables } from '../tables.ts'

/** `sentByOperator`: the operator's own wallet sent it; nothing is sent here. */
export type SendPayout = { batchId: string; sentByOperator: boolean }

/**
 * Sends the signed Bitcoin transaction of a batch through a provider, also once more after it was
 * dropped; or records that the operator has sent it. Throws `not_signed`, `batch_frozen`,
 * `no_provider`, `send_refused` (409), `send_failed` (503), `role_missing` (403).
 */
export async function sendPayout(
  app: App,
  admin: Staff,
  { batchId, sentByOperator }: SendPayout,
): Promise<void> {
  assertPermitted(admin, 'payout-batch.export')

  const transaction = await runInTransaction(app.db, (tx) =>
    beginSending(app, tx, admin, { batchId, sentByOperator }),
  )
  if (!sentByOperator) await sendRaw(app, transaction)

  app.events.publish(STAFF, 'withdrawals')
}

/** Records who sends before anything is sent, so that no payment is sent unrecorded. */
async function beginSending(
  app: App,
  tx: Tx,
  admin: Staff,
  { batchId, sentByOperator }: SendPayout,
): Promise<PayoutTransaction> {
  const { batch, transaction } = await lockCurrentTransaction(tx, batchId)
  const now = app.clock.now()
  if (!sentByOperator) {
    assertSigned(transaction)
    if (await hasFrozenMember(tx, batch, now))
      throw new DomainError(
        'batch_frozen',
        409,
        `Withdrawals of a member in batch ${batch.number} are paused. It can be sent afterwards.`,
      )
  }

  await tx
    .withTables<WithdrawalTables>()
    .updateTable('payout_transaction')
    .set({ sent_at: now, sent_by: admin.label, sent_by_us: !sentByOperator })
    .where('id', '=', transaction.id)
    .execute()

  const details = { number: batch.number, txid: transaction.txid, sentByOperator }
  await record(tx, now, admin, 'payout-batch.sent', batchId, details)

  return await getPayoutTransaction(tx, transaction.id)
}

function assertSigned({ rawHex }: PayoutTransaction): void {
  if (rawHex) return
  throw new DomainError(
    'not_signed',
    409,
    'Upload the signed transaction first, or send it with your wallet and record that.',
  )
}

async function sendRaw({ chains }: App, { rawHex }: PayoutTransaction): Promise<void> {
  const provider = chains.bitcoin.find(({ broadcast }) => broadcast !== undefined)
  if (!provider?.broadcast || !rawHex)
    throw new DomainError(
      'no_provider',
      409,
      'No provider of Bitcoin can send it. Send it with your wallet and record that.',
    )

  try {
    await provider.broadcast(rawHex)
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    throw error.reason === 'rejected'
      ? new DomainError('send_refused', 409, `${provider.name} refused it: ${error.message}`)
      : new DomainError('send_failed', 503, `${provider.name} can’t be reached. Try again.`)
  }
}
