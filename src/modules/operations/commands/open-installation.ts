import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { readOpening } from '#platform/db/opening.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { isComplete, type LiveItem } from '../model.ts'

/**
 * Opens a live installation to members, once; calling it again changes nothing. Throws
 * `live_incomplete` (409) while its list has an item that is missing or unknown.
 */
export async function openInstallation(app: App, items: readonly LiveItem[]): Promise<void> {
  if (!isComplete(items))
    throw new DomainError(
      'live_incomplete',
      409,
      'Nothing was changed: the installation opens when nothing on the list is missing.',
    )

  await runInTransaction(app.db, async (tx) => {
    if (await readOpening(tx)) return
    await sql`select approvals.open_installation()`.execute(tx)
    await record(tx, app.clock.now(), systemActor, 'installation.opened', 'installation')
  })
}
