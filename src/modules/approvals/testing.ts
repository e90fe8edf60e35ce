import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import { getRelyingParty, type PasskeyAnswer } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { deriveSoftwareKey, signBySoftware } from './adapters/software-key.ts'
import { findStatement } from './queries.ts'
import { signApproval } from './steps/sign-approval.ts'

const SANDBOX = {
  MODE: 'sandbox',
  SECRET: 'a secret of thirty-two letters and more, for tests',
  PUBLIC_URL: 'http://localhost:3000',
} as App['config']

/**
 * Signs the approval of a proposal that a test recorded in SQL, with the software key that the
 * sandbox has for this admin.
 */
export async function signTestApproval(
  tx: Tx,
  proposalId: string,
  adminId: string,
  at: Date,
): Promise<void> {
  const statement = await findStatement(tx, proposalId, adminId)
  invariant(statement, 'the proposal is there')

  const app = { config: SANDBOX, clock: { now: () => at } as App['clock'] }
  await signApproval(tx, app, adminId, { subject: proposalId, statement, signature: undefined })
}

/** Stores the software key of an admin, as their first approval in the sandbox does. */
export async function addTestSoftwareKey(
  { db, config, clock }: Pick<App, 'db' | 'config' | 'clock'>,
  adminId: string,
): Promise<void> {
  const { origin, rpID } = getRelyingParty(config)
  const { credentialId, publicKey } = deriveSoftwareKey(config, adminId)
  await sql`select approvals.ensure_software_key(${createId('apk')}, ${adminId}, ${credentialId},
    ${publicKey}, ${rpID}, ${origin}, ${clock.now()})`.execute(db)
}

type Stage = {
  app: Pick<App, 'db' | 'config'>
  /** A connection of the role that owns the tables. */
  database: { owner: { query(text: string, values: unknown[]): Promise<unknown> } }
}

const KEY_ID = /^adm_/
const TEST_PASSKEYS = 'the secret of passkeys that tests hold'

/** Lets the log of a live installation show a key since long ago. */
const PUBLISH = `
  with source as (
    select kind, subject, body, convert_to(jsonb_build_object('kind', kind, 'subject', subject,
      'at', '2026-01-01T00:00:00.000Z', 'body', body)::text, 'UTF8') as content
    from log_source
    where kind = 'approval-key' and subject = $1 and approvals.is_live() and not exists (
      select from log_entry e where e.kind = 'approval-key' and e.subject = $1))
  insert into log_entry (position, kind, subject, body, content, leaf)
  select coalesce((select max(position) + 1 from log_entry), 0), kind, subject, body, content,
    sha256('\\x00'::bytea || content)
  from source`

/** Adds an approval key of an admin, as one of the first and long ago. */
export async function addTestApprovalKey({ app, database }: Stage, adminId: string) {
  const place = { SECRET: TEST_PASSKEYS, PUBLIC_URL: app.config.PUBLIC_URL }
  const { origin, rpID } = getRelyingParty(place)
  const key = deriveSoftwareKey(place, adminId)
  const id = `apk_${adminId.replace(KEY_ID, '').toLowerCase().padStart(20, '0').slice(-20)}`
  await database.owner.query(
    `insert into approvals.key (id, admin_id, kind, credential_id, public_key, transports, rp_id,
       origin, first, registered_at, generation)
     values ($1, $2, 'passkey', $3, $4, '{}', $5, $6, true, '2026-01-01',
       (select max(generation) from approvals.key_generation)) on conflict do nothing`,
    [id, adminId, key.credentialId, key.publicKey, rpID, origin],
  )
  await database.owner.query(PUBLISH, [id])

  return { place, key }
}

/** Returns the signature of a test admin, whose approval key was one of the first, long ago. */
export async function signAsTestAdmin(
  stage: Stage,
  adminId: string,
  proposalId: string,
): Promise<PasskeyAnswer> {
  const { place, key } = await addTestApprovalKey(stage, adminId)
  const statement = await findStatement(stage.app.db, proposalId, adminId)
  invariant(statement, 'the proposal is there')

  return signBySoftware(place, key, statement)
}
