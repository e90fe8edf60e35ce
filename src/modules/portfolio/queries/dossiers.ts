import type { Selectable } from 'kysely'
import { DomainError, notFound } from '#lib/errors.ts'
import type { Reader } from '#platform/db.ts'
import type { DossierStatus, PortfolioTables } from '../tables.ts'

export type Dossier = {
  id: string
  status: DossierStatus
  doneParts: number
  allParts: number
  askedAt: Date
  readyAt: Date | null
  expiresAt: Date | null
  bytes: bigint | null
  sha256: string | null
}

const toDossier = (row: Selectable<PortfolioTables['dossier']>): Dossier => ({
  id: row.id,
  status: row.status,
  doneParts: row.done_parts,
  allParts: row.all_parts,
  askedAt: row.asked_at,
  readyAt: row.ready_at,
  expiresAt: row.expires_at,
  bytes: row.bytes,
  sha256: row.sha256,
})

const rows = (reader: Reader) =>
  reader.withTables<PortfolioTables>().selectFrom('dossier').selectAll()

/** The newest requests of a member for their own data. */
export async function listDossiers(reader: Reader, memberId: string): Promise<Dossier[]> {
  const found = await rows(reader)
    .where('member_id', '=', memberId)
    .orderBy('asked_at', 'desc')
    .limit(5)
    .execute()

  return found.map(toDossier)
}

/** A request of this member's, or a 404: another member's is the same as none. */
export async function getDossier(reader: Reader, memberId: string, id: string): Promise<Dossier> {
  const row = await rows(reader)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw notFound('The file')
  return toDossier(row)
}

/**
 * One whose file can be downloaded now. Throws 404 for another member's, and `dossier_not_ready`
 * (409) for the rest.
 */
export async function getReadyDossier(
  reader: Reader,
  memberId: string,
  id: string,
  now: Date,
): Promise<Dossier> {
  const dossier = await getDossier(reader, memberId, id)
  if (dossier.status === 'ready' && dossier.expiresAt && now < dossier.expiresAt) return dossier

  throw new DomainError(
    'dossier_not_ready',
    409,
    dossier.status === 'waiting'
      ? 'The file is still being made.'
      : 'The seven days of this file are over. Ask for your data again.',
  )
}
