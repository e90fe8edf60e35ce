import type { Selectable } from 'kysely'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { DataExportStatus, PortfolioTables } from '../tables.ts'

export type DataExport = {
  id: string
  status: DataExportStatus
  doneParts: number
  allParts: number
  requestedAt: Date
  readyAt: Date | null
  expiresAt: Date | null
  bytes: bigint | null
  sha256: string | null
}

const toDataExport = (row: Selectable<PortfolioTables['dossier']>): DataExport => ({
  id: row.id,
  status: row.status,
  doneParts: row.done_parts,
  allParts: row.all_parts,
  requestedAt: row.asked_at,
  readyAt: row.ready_at,
  expiresAt: row.expires_at,
  bytes: row.bytes,
  sha256: row.sha256,
})

const selectDataExports = (reader: Reader) =>
  reader.withTables<PortfolioTables>().selectFrom('dossier').selectAll()

/** The newest requests of a member for their own data. */
export async function listDataExports(reader: Reader, memberId: string): Promise<DataExport[]> {
  const found = await selectDataExports(reader)
    .where('member_id', '=', memberId)
    .orderBy('asked_at', 'desc')
    .limit(5)
    .execute()

  return found.map(toDataExport)
}

/** A request of this member's, or a 404: another member's is the same as none. */
export async function getDataExport(
  reader: Reader,
  memberId: string,
  id: string,
): Promise<DataExport> {
  const row = await selectDataExports(reader)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The file')
  return toDataExport(row)
}

/**
 * One whose file can be downloaded now. Throws 404 for another member's, and `dossier_not_ready`
 * (409) for the rest.
 */
export async function getReadyDataExport(
  reader: Reader,
  memberId: string,
  id: string,
  now: Date,
): Promise<DataExport> {
  const dataExport = await getDataExport(reader, memberId, id)
  if (dataExport.status === 'ready' && dataExport.expiresAt && now < dataExport.expiresAt)
    return dataExport

  throw new DomainError(
    'dossier_not_ready',
    409,
    dataExport.status === 'waiting'
      ? 'The file is still being made.'
      : 'The seven days of this file are over. Ask for your data again.',
  )
}
