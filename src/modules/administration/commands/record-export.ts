import { assertPermitted } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import { type Download, recordDownload } from '#modules/audit/steps/record-download.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

export type TableExport = { name: string; rows: number; search: string }

/**
 * Records that staff export a list as their screen shows it, before the browser creates the file.
 * Throws `role_missing` (403).
 */
export async function recordExport(
  app: App,
  admin: Staff,
  { name, rows, search }: TableExport,
): Promise<void> {
  assertPermitted(admin, 'data.export')
  await recordSentFile(app, admin, { name, rows, input: { search } })
}

/** Records a file that a call of the staff answers; the contract of the call names its roles. */
export const recordSentFile = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  download: Download,
): Promise<void> => runInTransaction(db, (tx) => recordDownload(tx, clock.now(), actor, download))
