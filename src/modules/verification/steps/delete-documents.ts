import type { Tx } from '#platform/db/db.ts'
import type { DocumentKind, DocumentSide } from '../model.ts'
import type { VerificationTables } from '../tables.ts'

export type DocumentPlace = {
  verificationId: string
  kind: DocumentKind
  side: DocumentSide | null
}

/** Removes the document at a place of an open verification; returns the keys of its file. */
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

  return rows.flatMap(({ file_key: key }) => key ?? [])
}
