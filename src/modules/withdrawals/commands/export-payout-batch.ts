import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { getPayoutKinds, type PayoutKind, toBatchContent } from '../model.ts'
import { hasFrozenMember, sumExportedAlone } from '../queries/exportable-withdrawals.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { type PayoutFile, preparePayoutFile } from '../queries/payout-file.ts'
import { markExported } from '../steps/store-payout-batch.ts'
import { discardPrepared, storePrepared } from '../steps/store-payout-transaction.ts'

/** `feeRate` in satoshis for 1,000 virtual bytes, for a Bitcoin transaction. */
export type ExportBatch = { batchId: string; kind?: PayoutKind; feeRate?: bigint }

/** The id of the exported batch, or the proposal that a second admin decides on. */
export type ExportedBatch = { id: string; proposal: Proposal | null }

/**
 * Exports a payout batch as the file that its wallet signs. From the withdrawal threshold, summed
 * with what admins exported alone within 24 hours, another admin approves it first. Throws
 * `invalid_kind` (400), `already_exported`, `batch_waiting`, `batch_frozen` (409), `not_found`
 * (404), `role_missing` (403) and the errors of `preparePayoutFile`.
 */
export async function exportPayoutBatch(
  app: App,
  admin: Staff,
  { batchId, kind = 'csv', feeRate }: ExportBatch,
): Promise<ExportedBatch> {
  assertPermitted(admin, 'payout-batch.export')

  const planned = await getPayoutBatch(app.db, batchId)
  assertCreated(planned)
  assertKind(planned, kind)
  const file = await preparePayoutFile(app, planned, { kind, feeRate })

  const proposal = await runInTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('payout_batch', 0))`.execute(tx)
    const batch = await getPayoutBatch(tx, batchId, { lock: true })
    assertCreated(batch)
    await assertReady(app, tx, batch)

    return await exportOrPropose(app, tx, admin, batch, file)
  })

  app.events.publish(STAFF, proposal ? 'approvals' : 'withdrawals')

  return { id: batchId, proposal }
}

async function exportOrPropose(
  app: App,
  tx: Tx,
  admin: Staff,
  batch: PayoutBatch,
  file: PayoutFile,
): Promise<Proposal | null> {
  const { kind, fileSha256 } = file
  await discardPrepared(tx, batch)
  if (file.transaction) await storePrepared(app, tx, admin, batch, file.transaction)

  const { secondAdminFrom: configured } = await getSetting(tx, app.config, 'withdrawals')
  const secondAdminFrom = BigInt(configured)

  if (batch.cents + (await sumExportedAlone(tx, app.clock.now())) < secondAdminFrom) {
    await markExported(app, tx, admin, batch, { kind, fileSha256, secondAdminFrom })
    return null
  }

  return await propose(tx, app, admin, {
    permission: 'payout-batch.export',
    subjectId: batch.id,
    content: toBatchContent({ ids: batch.withdrawalIds, cents: batch.cents, kind, fileSha256 }),
  })
}

function assertKind({ chain }: PayoutBatch, kind: PayoutKind): void {
  if (getPayoutKinds(chain).includes(kind)) return

  throw new DomainError(
    'invalid_kind',
    400,
    'Batches on this network can’t be exported as this file. Choose another type.',
    'kind',
  )
}

function assertCreated({ status, number }: PayoutBatch): void {
  if (status === 'created') return
  const state = status === 'cancelled' ? 'was cancelled' : 'is already exported'
  throw new DomainError('already_exported', 409, `Batch ${number} ${state}.`)
}

async function assertReady(app: App, tx: Tx, batch: PayoutBatch): Promise<void> {
  const now = app.clock.now()
  if (await findOpenProposal(tx, 'payout-batch.export', batch.id, now))
    throw new DomainError(
      'batch_waiting',
      409,
      `Batch ${batch.number} is waiting for a second admin.`,
    )
  if (await hasFrozenMember(tx, batch, now))
    throw new DomainError(
      'batch_frozen',
      409,
      `Withdrawals of a member in batch ${batch.number} are paused. Cancel the batch and create ` +
        'one without them.',
    )
}
