import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { sumAmounts, toBatchContent } from '../model.ts'
import { hashPayoutFile, listExportable, sumExportedAlone } from '../queries/payout-batches.ts'
import { storePayoutBatch } from '../steps/store-payout-batch.ts'

/** The id of the exported batch, or the proposal that a second admin decides on. */
export type ExportedBatch = { id: string; proposal: Proposal | null }

/**
 * Exports all approved withdrawals that are in no batch yet, as one payout batch. From the
 * withdrawal threshold, summed with what admins exported alone within 24 hours, another admin
 * approves it first. Throws `nothing_to_export` and `batch_waiting` (409), `role_missing` (403).
 */
export async function exportPayoutBatch(app: App, admin: Staff): Promise<ExportedBatch> {
  assertPermitted(admin, 'payout-batch.export')

  const exported = await runInTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('payout_batch', 0))`.execute(tx)
    await assertNoWaitingBatch(app, tx)

    const rows = await listExportable(tx, app.clock.now(), { lock: true })
    if (rows.length === 0) throw createNothingError()

    const { secondAdminFrom: configured } = await getSetting(tx, app.config, 'withdrawals')
    const secondAdminFrom = BigInt(configured)
    const cents = sumAmounts(rows)
    const id = createId('pbt')

    if (cents + (await sumExportedAlone(tx, app.clock.now())) < secondAdminFrom) {
      await storePayoutBatch(app, tx, admin, { id, rows, secondAdminFrom })
      return { id, proposal: null }
    }

    const proposal = await propose(tx, app, admin, {
      permission: 'payout-batch.export',
      subjectId: id,
      content: toBatchContent({
        ids: rows.map((row) => row.id),
        cents,
        fileSha256: hashPayoutFile(rows),
      }),
    })
    return { id, proposal }
  })

  app.events.publish(STAFF, exported.proposal ? 'approvals' : 'withdrawals')

  return exported
}

async function assertNoWaitingBatch(app: App, tx: Tx): Promise<void> {
  const waiting = await listProposals(tx, app.clock.now(), { state: 'waiting', limit: 200 })
  if (waiting.some(({ permission }) => permission === 'payout-batch.export'))
    throw new DomainError(
      'batch_waiting',
      409,
      'A payout batch is waiting for a second admin. Decide on it before exporting another.',
    )
}

const createNothingError = () =>
  new DomainError('nothing_to_export', 409, 'There are no approved withdrawals to export.')
