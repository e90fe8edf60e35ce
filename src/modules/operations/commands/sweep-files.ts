import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { listReferencedProofs } from '#modules/deposits/queries.ts'
import { listReferencedCvs } from '#modules/enquiries/queries.ts'
import { listReferencedEvidence } from '#modules/plans/queries.ts'
import { listReferencedDataExports } from '#modules/portfolio/queries.ts'
import { listReferencedDocuments } from '#modules/verification/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { RETENTION_MS } from '../model.ts'

/** The queries that return the referenced keys among those given, by the folder of the key. */
const REFERENCE_QUERIES: Record<string, (reader: Reader, keys: string[]) => Promise<string[]>> = {
  proofs: listReferencedProofs,
  evidence: listReferencedEvidence,
  cvs: listReferencedCvs,
  exports: listReferencedDataExports,
  identity: listReferencedDocuments,
}

const BATCH = 500

/**
 * Deletes uploaded files that no row references, a week after they were written, and partial
 * writes. Records the audit event first. Ignores folders without an entry in `REFERENCE_QUERIES`.
 * Returns the deleted keys.
 */
export async function sweepFiles(app: App): Promise<string[]> {
  const now = app.clock.now()
  const before = new Date(now.getTime() - RETENTION_MS.orphans)
  const orphans: string[] = []

  for (const folder of Object.keys(REFERENCE_QUERIES))
    orphans.push(...(await listOrphans(app, folder, before)))

  if (orphans.length > 0)
    await runInTransaction(app.db, (tx) =>
      record(tx, now, systemActor, 'files.swept', 'files', {
        files: orphans.slice(0, 200),
        count: orphans.length,
      }),
    )

  for (const key of orphans) await app.files.remove(key)
  for (const folder of Object.keys(REFERENCE_QUERIES))
    await app.files.deletePartialWrites(folder, before)

  return orphans
}

async function listOrphans(app: App, folder: string, before: Date): Promise<string[]> {
  const old: string[] = []
  for await (const { key, changedAt } of app.files.list(folder))
    if (changedAt < before) old.push(key)

  const orphans: string[] = []
  for (let from = 0; from < old.length; from += BATCH) {
    const batch = old.slice(from, from + BATCH)
    const referenced = new Set(await REFERENCE_QUERIES[folder]?.(app.db, batch))
    orphans.push(...batch.filter((key) => !referenced.has(key)))
  }

  return orphans
}
