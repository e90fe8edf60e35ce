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

const toDataExport = (row: Selectable<PortfolioTables['data_export']>): DataExport => ({
  id: row.id,
  status: row.status,
  doneParts: row.done_parts,
  allParts: row.all_parts,
  requestedAt: row.requested_at,
  readyAt: row.ready_at,
  expiresAt: row.expires_at,
  bytes: row.bytes,
  sha256: row.sha256,
})

const selectDataExports = (reader: Reader) =>
  reader.withTables<PortfolioTables>().selectFrom('data_export').selectAll()

/** Lists a member's newest data exports. */
export async function listDataExports(reader: Reader, memberId: string): Promise<DataExport[]> {
  const found = await selectDataExports(reader)
    .where('member_id', '=', memberId)
    .orderBy('requested_at', 'desc')
    .limit(5)
    .execute()

  return found.map(toDataExport)
}

/** Returns a data export of a member. Throws `not_found` (404), also for another member's. */
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
 * Returns a data export that can be downloaded. Throws `not_found` (404), also for another
 * member's, and `data_export_not_ready` (409).
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
    'data_export_not_ready',
    409,
    dataExport.status === 'waiting'
      ? 'The file is still being prepared.'
      : 'This file has expired. Please request your data again.',
  )
}
