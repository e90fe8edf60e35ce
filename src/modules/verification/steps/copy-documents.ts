import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Verification } from '../model.ts'
import type { VerificationTables } from '../tables.ts'

/**
 * Takes the documents of an attempt over to the next one, apart from those that were rejected. Both
 * rows name the same file.
 */
export async function copyDocuments(
  tx: Tx,
  { from, to }: { from: Pick<Verification, 'id' | 'rejectedDocuments'>; to: string },
): Promise<void> {
  const documents = tx.withTables<VerificationTables>()
  const rows = await documents
    .selectFrom('verification_document')
    .selectAll()
    .where('verification_id', '=', from.id)
    .where('file_key', 'is not', null)
    .execute()
  const taken = rows.filter(({ kind }) => !from.rejectedDocuments.includes(kind))
  if (taken.length === 0) return

  await documents
    .insertInto('verification_document')
    .values(taken.map((row) => ({ ...row, id: createId('vdc'), verification_id: to })))
    .execute()
}
