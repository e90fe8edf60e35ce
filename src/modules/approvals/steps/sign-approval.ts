import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import {
  formatStatementChallenge,
  getRelyingParty,
  type PasskeyAnswer,
  verifyAuthentication,
} from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { deriveSoftwareKey, signBySoftware } from '../adapters/software-key.ts'
import { signingErrors } from '../model.ts'
import { listSigningKeys } from '../queries.ts'

export type Approval = {
  /** The id of the proposal. */
  subject: string
  /** The signed text. */
  statement: string
  /** The answer of the admin's passkey; undefined leaves it to the sandbox's software key. */
  signature: PasskeyAnswer | undefined
}

type SigningApp = Pick<App, 'clock' | 'config'>

/**
 * Stores an admin's signature of an approval. In the sandbox the server signs with a software key,
 * marked as such, for an admin without a passkey for approvals. Throws `signature_needed`,
 * `approval_key_needed` (409), `approval_key_unpublished` (409) and `signature_wrong` (422).
 */
export async function signApproval(
  tx: Tx,
  app: SigningApp,
  adminId: string,
  { subject, statement, signature }: Approval,
): Promise<void> {
  const keys = await listSigningKeys(tx, app.config, adminId, app.clock.now())
  if (signature) {
    const key = keys.find(({ credentialId }) => credentialId === signature.id)
    if (!key || !(await isGenuine(app, statement, signature, key))) throw signingErrors.wrong()
    return await store(tx, app, { subject, statement, signature, keyId: key.id })
  }

  if (keys.length > 0) throw signingErrors.needed()
  if (app.config.MODE === 'live') throw signingErrors.keyNeeded()

  const software = deriveSoftwareKey(app.config, adminId)
  await store(tx, app, {
    subject,
    statement,
    signature: signBySoftware(app.config, software, statement),
    keyId: await registerSoftwareKey(tx, app, adminId, software),
  })
}

async function isGenuine(
  { config }: SigningApp,
  statement: string,
  signature: PasskeyAnswer,
  key: { credentialId: string; publicKey: Buffer; transports: string[] },
): Promise<boolean> {
  const challenge = formatStatementChallenge(statement)
  return (await verifyAuthentication(config, challenge, signature, key, true)) !== null
}

async function store(
  tx: Tx,
  { clock }: SigningApp,
  { subject, statement, signature, keyId }: Approval & { signature: PasskeyAnswer; keyId: string },
): Promise<void> {
  const decode = (name: string) => Buffer.from(String(signature.response[name]), 'base64url')
  await sql`select approvals.sign(${subject}, ${statement}, ${keyId},
    ${decode('authenticatorData')}, ${decode('clientDataJSON')}, ${decode('signature')},
    ${clock.now()})`
    .execute(tx)
    .catch(throwSigningError)
}

/** The database refuses what was right a moment ago: a key that ended, another decision. */
function throwSigningError(error: unknown): never {
  const { code } = error as { code?: string }
  if (code === 'AP009') throw signingErrors.keyNeeded()
  if (code === 'AP014') throw signingErrors.unpublished()
  if (code === 'AP010') throw signingErrors.wrong()
  throw error
}

/** Returns the id of the admin's software key, and stores it at its first use. */
async function registerSoftwareKey(
  tx: Tx,
  { clock, config }: SigningApp,
  adminId: string,
  { credentialId, publicKey }: { credentialId: string; publicKey: Buffer },
): Promise<string> {
  const { origin, rpID } = getRelyingParty(config)
  const { rows } = await sql<{ id: string }>`
    select approvals.ensure_software_key(${createId('apk')}, ${adminId}, ${credentialId},
      ${publicKey}, ${rpID}, ${origin}, ${clock.now()}) as id`.execute(tx)
  return rows[0]?.id ?? ''
}
