import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { listReferencedProofs } from '#modules/deposits/queries.ts'
import { listReferencedCvs } from '#modules/enquiries/queries.ts'
import { listReferencedEvidence } from '#modules/plans/queries.ts'
import { listReferencedDataExports } from '#modules/portfolio/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { RETENTION_MS } from '../model.ts'

/** Who keeps files, by the first part of their key, and which of some keys a row still names. */
const HOLDERS: Record<string, (reader: Reader, keys: string[]) => Promise<string[]>> = {
  proofs: listReferencedProofs,
  evidence: listReferencedEvidence,
  cvs: listReferencedCvs,
  dossiers: listReferencedDataExports,
}

const BATCH = 500

/**
 * Removes uploaded files that no row names any more, a week after they were written, and halves of
 * writes that were cut off. The act is noted first. A folder that nobody is known to keep is left
 * alone. Answers the keys that went.
 */
export async function sweepFiles(app: App): Promise<string[]> {
  const now = app.clock.now()
  const before = new Date(now.getTime() - RETENTION_MS.orphans)
  const orphans: string[] = []

  for (const folder of Object.keys(HOLDERS))
    orphans.push(...(await listOrphans(app, folder, before)))

  if (orphans.length > 0)
    await runInTransaction(app.db, (tx) =>
      record(tx, now, systemActor, 'files.swept', 'files', {
        files: orphans.slice(0, 200),
        count: orphans.length,
      }),
    )

  for (const key of orphans) await app.files.remove(key)
  for (const folder of Object.keys(HOLDERS)) await app.files.deletePartialWrites(folder, before)

  return orphans
}

async function listOrphans(app: App, folder: string, before: Date): Promise<string[]> {
  const old: string[] = []
  for await (const { key, changedAt } of app.files.list(folder))
    if (changedAt < before) old.push(key)

  const orphans: string[] = []
  for (let from = 0; from < old.length; from += BATCH) {
    const some = old.slice(from, from + BATCH)
    const known = new Set(await HOLDERS[folder]?.(app.db, some))
    orphans.push(...some.filter((key) => !known.has(key)))
  }

  return orphans
}
