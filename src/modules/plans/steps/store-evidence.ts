import { createHash } from 'node:crypto'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import type { SafeFile } from '#platform/files/safe-file.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import type { Evidence } from '../model.ts'

const FIELD = 'evidence'

/**
 * Returns the file in its stored form. Throws `evidence_needed` (400), and the errors of
 * `sanitiseUpload`.
 */
export async function readEvidence(bytes: Uint8Array | undefined): Promise<SafeFile> {
  if (!bytes) throw new DomainError('evidence_needed', 400, 'Please attach the evidence.', FIELD)
  return await sanitiseUpload(bytes, FIELD)
}

/**
 * Stores evidence together with the transaction that references it, and removes the file when the
 * transaction fails. It stays while a row might reference it: a failed COMMIT may have succeeded on
 * the server.
 */
export async function storeEvidence<Result>(
  app: Pick<App, 'db' | 'files' | 'log'>,
  { content, type }: SafeFile,
  named: (tx: Tx, evidence: Evidence) => Promise<Result>,
): Promise<Result> {
  const evidenceKey = `evidence/${createId('evd')}`
  const evidenceSha256 = createHash('sha256').update(content).digest('hex')
  let committing = false

  await app.files.write(evidenceKey, content)

  try {
    return await runInTransaction(app.db, async (tx) => {
      committing = false
      const result = await named(tx, { evidenceKey, evidenceType: type, evidenceSha256 })
      committing = true
      return result
    })
  } catch (error) {
    if (!committing) await discardFiles(app, [evidenceKey])
    throw error
  }
}
