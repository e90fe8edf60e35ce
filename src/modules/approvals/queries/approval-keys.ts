import { type Selectable, sql } from 'kysely'
import { getRelyingParty } from '#platform/auth/webauthn.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ApprovalKey, ApprovalSignature, KeyGeneration } from '../model.ts'
import type { ApprovalTables } from '../tables.ts'

const selectKeys = (reader: Reader) =>
  reader.withTables<ApprovalTables>().selectFrom('approvals.keys').selectAll().orderBy('sequence')

const toKey = (row: Selectable<ApprovalTables['approvals.keys']>): ApprovalKey => ({
  id: row.id,
  adminId: row.admin_id,
  kind: row.kind,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  transports: row.transports,
  rpId: row.rp_id,
  origin: row.origin,
  first: row.first,
  generation: row.generation,
  registeredAt: row.registered_at,
  usableFrom: row.usable_from,
  publishedFrom: row.published_from,
  ended:
    row.ended_at && row.ended_by && row.end_reason
      ? { at: row.ended_at, by: row.ended_by, reason: row.end_reason }
      : null,
})

/** Returns the keys of all staff, the oldest first. */
export const listApprovalKeys = async (reader: Reader): Promise<ApprovalKey[]> =>
  (await selectKeys(reader).execute()).map(toKey)

/** Returns the keys of one admin, the oldest first. */
export const listOwnApprovalKeys = async (
  reader: Reader,
  adminId: string,
): Promise<ApprovalKey[]> =>
  (await selectKeys(reader).where('admin_id', '=', adminId).execute()).map(toKey)

/**
 * Returns the passkeys that an admin can sign with now, at the address of the installation, also
 * those that the public log lacks: the refusal of such a signature says why.
 */
export async function listSigningKeys(
  reader: Reader,
  config: Pick<Config, 'PUBLIC_URL'>,
  adminId: string,
  now: Date,
): Promise<ApprovalKey[]> {
  const { rpID, origin } = getRelyingParty(config)
  const rows = await selectKeys(reader)
    .where('admin_id', '=', adminId)
    .where('kind', '=', 'passkey')
    .where('ended_at', 'is', null)
    .where('usable_from', '<=', now)
    .where('rp_id', '=', rpID)
    .where('origin', '=', origin)
    .execute()

  return rows.map(toKey)
}

/** Returns the generations of approval keys, the newest first; none as long as none was started. */
export async function listKeyGenerations(reader: Reader): Promise<KeyGeneration[]> {
  const rows = await reader
    .withTables<ApprovalTables>()
    .selectFrom('approvals.key_generations')
    .select(['generation', 'started_at as startedAt', 'reason'])
    .orderBy('generation', 'desc')
    .execute()

  return rows
}

/** Returns what an admin signs to approve a proposal; null for an unknown one. */
export async function findStatement(
  reader: Reader,
  proposalId: string,
  adminId: string,
): Promise<string | null> {
  const { rows } = await sql<{ statement: string | null }>`
    select approvals.get_statement(${proposalId}, ${adminId}) as statement`.execute(reader)
  return rows[0]?.statement ?? null
}

/** Returns what approvals were signed with, by their subjects. */
export async function listSignatures(
  reader: Reader,
  subjects: readonly string[],
): Promise<Map<string, ApprovalSignature>> {
  if (subjects.length === 0) return new Map()

  const rows = await reader
    .withTables<ApprovalTables>()
    .selectFrom('approvals.signatures')
    .select(['subject', 'key', 'kind', 'signed_at', 'statement_hash'])
    .where('subject', 'in', [...subjects])
    .execute()

  return new Map(
    rows.map(({ subject, key, kind, signed_at, statement_hash }) => [
      subject,
      { keyId: key, kind, at: signed_at, hash: statement_hash.toString('hex') },
    ]),
  )
}
