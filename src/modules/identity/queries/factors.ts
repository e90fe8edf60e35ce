import type { Selectable } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { Factors, OpenSession, Passkey, SignInTry } from '../model/factors.ts'
import type { IdentityTables } from '../tables.ts'

const getTables = (reader: Reader) => reader.withTables<IdentityTables>()

type PasskeyRow = Selectable<IdentityTables['passkey']>

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  transports: row.transports,
  name: row.name,
  backedUp: row.backed_up,
  addedAt: row.added_at,
  usedAt: row.used_at,
  copiedAt: row.copied_at,
})

/** Returns a person's second factors and the number of recovery codes left. */
export async function getFactors(reader: Reader, personId: string): Promise<Factors> {
  const own = getTables(reader)
  const authenticator = await own
    .selectFrom('authenticator')
    .select('confirmed_at')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

  const passkeys = await own
    .selectFrom('passkey')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

  const codes = await own
    .selectFrom('recovery_code')
    .select((is) => is.fn.countAll<bigint>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()

  return {
    authenticatorSince: authenticator?.confirmed_at ?? null,
    passkeys: passkeys.map(toPasskey),
    recoveryCodesLeft: Number(codes.left),
  }
}

/** Returns the passkey of a credential id and its owner, or null. */
export async function findPasskey(
  reader: Reader,
  credentialId: string,
): Promise<(Passkey & { personId: string }) | null> {
  const row = await getTables(reader)
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

  return row ? { ...toPasskey(row), personId: row.person_id } : null
}

/** Returns the open sessions of a person, the one used last first. */
export async function listSessions(
  reader: Reader,
  personId: string,
  now: Date,
): Promise<OpenSession[]> {
  const rows = await getTables(reader)
    .selectFrom('session')
    .selectAll()
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()

  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    address: row.address,
    userAgent: row.user_agent,
  }))
}

/** Returns the latest sign-in attempts of a person, successful and failed, newest first. */
export async function listSignIns(
  reader: Reader,
  personId: string,
  limit = 20,
): Promise<SignInTry[]> {
  const rows = await getTables(reader)
    .selectFrom('sign_in')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

  return rows.map(({ id, at, outcome, by, near, user_agent }) => ({
    id,
    at,
    outcome,
    by,
    near,
    userAgent: user_agent,
  }))
}
