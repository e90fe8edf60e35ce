import type { Tx } from '#platform/db/db.ts'
import type { VerificationTables } from '../tables.ts'
import { omitReferenced } from './delete-documents.ts'

export type EraseDocuments = {
  verificationId: string
  memberId: string
  /** Of a closed account the statements and the details are erased too. */
  isClosed: boolean
  at: Date
}

/**
 * Erases the documents of a verification, with the keys of their files, and returns the keys under
 * which they are stored, for the caller to delete after the commit.
 */
export async function eraseDocuments(
  tx: Tx,
  { verificationId, memberId, isClosed, at }: EraseDocuments,
): Promise<string[]> {
  const tables = tx.withTables<VerificationTables>()
  const rows = await tables
    .selectFrom('verification_document')
    .select('file_key')
    .where('verification_id', '=', verificationId)
    .where('file_key', 'is not', null)
    .forUpdate()
    .execute()

  await tables
    .updateTable('verification_document')
    .set({ file_key: null, sha256: null, key_id: null, wrapped_key: null, erased_at: at })
    .where('verification_id', '=', verificationId)
    .where('file_key', 'is not', null)
    .execute()

  if (isClosed) {
    await tables
      .updateTable('identity_verification')
      .set({ erased_at: at, name: null, details: null, sent_name: null, provider_found: null })
      .where('id', '=', verificationId)
      .execute()
    await tables.deleteFrom('member_identity').where('member_id', '=', memberId).execute()
  }

  return await omitReferenced(
    tx,
    rows.flatMap(({ file_key: key }) => key ?? []),
  )
}
