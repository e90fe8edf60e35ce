import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import { getRelyingParty, type PublicPasskey } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { signingErrors } from '../model.ts'

/**
 * Stores a passkey of an admin for approvals. Returns its id, and whether it is one of the first
 * keys, which no other admin confirms. Throws `approval_key_known`, `too_many_approval_keys` and
 * `too_many_approval_keys_added` (409).
 */
export async function storeApprovalKey(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  adminId: string,
  { credentialId, publicKey, transports }: PublicPasskey,
): Promise<{ id: string; first: boolean }> {
  const id = createId('apk')
  const { origin, rpID } = getRelyingParty(config)
  const { rows } = await sql<{ first: boolean }>`
    select approvals.register_key(${id}, ${adminId}, ${credentialId}, ${Buffer.from(publicKey)},
      ${[...transports]}, ${rpID}, ${origin}, ${clock.now()}) as first`
    .execute(tx)
    .catch(throwKeyError)

  return { id, first: rows[0]?.first ?? false }
}

const KEY_ERRORS: Record<string, () => Error> = {
  '23505': signingErrors.keyExists,
  AP012: signingErrors.tooMany,
  AP013: signingErrors.tooManyAdded,
}

function throwKeyError(error: unknown): never {
  const { code = '' } = error as { code?: string }
  throw KEY_ERRORS[code]?.() ?? error
}

/** Ends a key for good. What it signed before stays signed. */
export async function storeApprovalKeyEnd(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  { id, by, reason }: { id: string; by: string; reason: string },
): Promise<void> {
  await sql`select approvals.end_key(${id}, ${by}, ${reason}, ${clock.now()})`.execute(tx)
}
