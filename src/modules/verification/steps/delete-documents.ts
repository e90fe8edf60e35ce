import type { Tx } from '#platform/db/db.ts'
import type { DocumentKind, DocumentSide } from '../model.ts'
import { listReferencedDocuments } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'

export type DocumentPlace = {
  verificationId: string
  kind: DocumentKind
  side: DocumentSide | null
}

/**
 * Removes the document at a place of an open verification. Returns the keys of its file for the
 * caller to delete after the commit, unless another attempt still names it.
 */
export async function deleteDocuments(
  tx: Tx,
  { verificationId, kind, side }: DocumentPlace,
): Promise<string[]> {
  const rows = await tx
    .withTables<VerificationTables>()
    .deleteFrom('verification_document')
    .where('verification_id', '=', verificationId)
    .where('kind', '=', kind)
    .where('side', 'is not distinct from', side)
    .returning('file_key')
    .execute()
  const keys = rows.flatMap(({ file_key: key }) => key ?? [])

  return await omitReferenced(tx, keys)
}

/** Returns those of the keys of files that no document names any more. */
export async function omitReferenced(tx: Tx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []

  const referenced = new Set(await listReferencedDocuments(tx, [...keys]))
  return keys.filter((key) => !referenced.has(key))
}
