import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listDocumentKeys } from '#platform/files/document-keys.ts'
import { rewrapKey } from '#platform/files/encrypted-files.ts'
import type { VerificationTables } from '../tables.ts'

/** Documents in one transaction: a run that is killed repeats at most these. */
export const REWRAP_BATCH = 100

/**
 * Wraps the keys of all documents by the first key of `DOCUMENT_KEYS`, in batches; files stay as
 * they are. Each batch takes what another key still wraps, so that a new run continues where the
 * last one ended. Afterwards the other keys are no longer needed. Throws `DocumentUnreadable`.
 */
export async function rewrapDocuments(app: App): Promise<number> {
  let total = 0
  for (;;) {
    const count = await rewrapBatch(app)
    total += count
    if (count < REWRAP_BATCH) break
  }

  if (total > 0) app.log.info({ documents: total }, 'the keys of documents were wrapped again')

  return total
}

async function rewrapBatch(app: App): Promise<number> {
  const keys = listDocumentKeys(app.config)
  const [{ id: currentId }] = keys

  return await runInTransaction(app.db, async (tx) => {
    const documents = tx.withTables<VerificationTables>()
    const rows = await documents
      .selectFrom('verification_document')
      .select(['id', 'file_key', 'key_id', 'wrapped_key'])
      .where('key_id', '<>', currentId)
      .orderBy('id')
      .limit(REWRAP_BATCH)
      .forUpdate()
      .execute()

    for (const { id, file_key: name, key_id: keyId, wrapped_key: before } of rows) {
      if (name === null || keyId === null || before === null) continue

      const { keyId: by, wrapped } = rewrapKey(keys, name, { keyId, wrapped: before })
      await documents
        .updateTable('verification_document')
        .set({ key_id: by, wrapped_key: wrapped })
        .where('id', '=', id)
        .execute()
    }

    return rows.length
  })
}
