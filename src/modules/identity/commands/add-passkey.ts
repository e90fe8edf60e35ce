import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import {
  type NewPasskey,
  type PasskeyAnswer,
  parseChallenge,
  verifyRegistration,
} from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { MAX_PASSKEYS } from '../model/factor-limits.ts'
import { refusals } from '../model/factor-refusals.ts'
import { parsePasskeyName } from '../model/factors.ts'
import type { Person } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { takeChallenge } from '../steps/challenge.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import { makeFirstCodes } from '../steps/make-recovery-codes.ts'
import { markProved } from '../steps/mark-proved.ts'
import { notifyFactorChange } from '../steps/notify-factor-change.ts'
import type { IdentityTables } from '../tables.ts'

export type AddPasskey = { name: string; passkey: PasskeyAnswer; sessionId: string }

/**
 * Stores a passkey that was created for a challenge of this session. Returns recovery codes, shown
 * only once, unless the person has some already. Mails the member and freezes withdrawals for 24
 * hours.
 */
export async function addPasskey(
  app: App,
  person: Person,
  { name, passkey, sessionId }: AddPasskey,
): Promise<string[] | null> {
  const named = parsePasskeyName(name)
  const challenge = parseChallenge(passkey)
  const made = challenge && (await verifyRegistration(app.config, challenge, passkey))
  const codes = await runInTransaction(app.db, async (tx) => {
    const bound = { purpose: 'register', boundTo: sessionId } as const
    if (!challenge || !(await takeChallenge(tx, app, challenge, bound)) || !made) return undefined
    // false when a compromise report came first
    if (!(await lockUnchangedCredential(tx, person.id))) return undefined

    await insert(tx, app, person.id, named, made)
    await markProved(tx, sessionId, 'passkey', app.clock.now())
    await notifyFactorChange(tx, app, person, { what: 'passkey-added', name: named })

    return await makeFirstCodes(tx, app, person.id)
  })
  if (codes === undefined) throw refusals.wrongFactor('passkey')

  return codes
}

async function insert(tx: Tx, app: App, personId: string, name: string, made: NewPasskey) {
  const { passkeys } = await getFactors(tx, personId)
  if (passkeys.length >= MAX_PASSKEYS) throw refusals.tooManyPasskeys()

  const row = await tx
    .withTables<IdentityTables>()
    .insertInto('passkey')
    .values({
      id: createId('psk'),
      person_id: personId,
      credential_id: made.credentialId,
      public_key: Buffer.from(made.publicKey),
      counter: BigInt(made.counter),
      transports: [...made.transports],
      name,
      backed_up: made.backedUp,
      added_at: app.clock.now(),
      used_at: null,
      copied_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw refusals.passkeyAlreadyRegistered()
}
