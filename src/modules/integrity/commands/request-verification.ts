import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { VERIFICATION_LIMIT_MS } from '../model.ts'
import type { IntegrityTables } from '../tables.ts'

/**
 * Starts a verification of the whole ledger by a job and returns its id. Throws
 * `already_verifying` (409) while another one runs.
 */
export async function requestVerification(app: App, admin: Staff): Promise<string> {
  assertPermitted(admin, 'ledger.reconcile')

  const id = createId('vfy')
  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const own = tx.withTables<IntegrityTables>()
    await own
      .updateTable('verification')
      .set({
        finished_at: now,
        failed: 'The verification stopped without a result and was replaced.',
      })
      .where('finished_at', 'is', null)
      .where('progress_at', '<', new Date(now.getTime() - VERIFICATION_LIMIT_MS))
      .execute()

    const row = {
      id,
      requested_by: admin.id,
      requested_by_label: admin.label,
      requested_at: now,
      progress_at: now,
      steps: '[]',
    }

    const begun = await own
      .insertInto('verification')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()

    if (!begun)
      throw new DomainError('already_verifying', 409, 'A verification is already running.')

    await app.jobs.enqueue(tx, 'integrity-verify', { id })
    await record(tx, now, admin, 'ledger.verification-requested', id)
  })

  app.events.publish(STAFF, 'integrity')

  return id
}
