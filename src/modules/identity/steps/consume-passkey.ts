import type { App } from '#platform/app.ts'
import {
  type PasskeyAnswer,
  parseChallenge,
  parseUserHandle,
  verifyAuthentication,
} from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { findPasskey } from '../queries/factors.ts'
import { getPerson } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'
import { type Bound, takeChallenge } from './challenge.ts'
import { notifyFactorChange } from './notify-factor-change.ts'

/**
 * The expected owner of the passkey: any person for a sign-in without a password, else this one.
 */
type PasskeyExpectation = Bound & { personId?: string }

/**
 * Uses up a passkey's answer to a challenge; returns its owner, or null. The challenge is used up
 * either way. A counter that decreased means a copy of the key: the passkey is disabled and its
 * owner is notified. A sign-in without a password requires user verification by the device.
 */
export async function takePasskey(
  tx: Tx,
  app: App,
  answer: PasskeyAnswer,
  expected: PasskeyExpectation,
): Promise<string | null> {
  const challenge = parseChallenge(answer)
  if (!challenge || !(await takeChallenge(tx, app, challenge, expected))) return null

  const key = await findPasskey(tx, answer.id)
  if (!key || key.copiedAt || (expected.personId && key.personId !== expected.personId)) return null

  const alone = expected.purpose === 'log-in'
  const claimedPersonId = parseUserHandle(answer)
  if (claimedPersonId !== key.personId && (alone || claimedPersonId !== null)) return null

  const count = await verifyAuthentication(app.config, challenge, answer, key, alone)
  if (count === null) return null

  return (await advancePasskeyCounter(tx, app, key.id, BigInt(count)))
    ? key.personId
    : await markPasskeyCopied(tx, app, key)
}

/** Updates the counter: a key that counts increases it, one that doesn't always sends 0. */
async function advancePasskeyCounter(
  tx: Tx,
  app: App,
  id: string,
  count: bigint,
): Promise<boolean> {
  const used = await tx
    .withTables<IdentityTables>()
    .updateTable('passkey')
    .set({ counter: count, used_at: app.clock.now() })
    .where('id', '=', id)
    .where((is) =>
      is.or([is('counter', '<', count), is.and([is('counter', '=', 0n), is.val(count === 0n)])]),
    )
    .returning('id')
    .executeTakeFirst()

  return used !== undefined
}

async function markPasskeyCopied(
  tx: Tx,
  app: App,
  key: { id: string; personId: string; name: string },
) {
  await tx
    .withTables<IdentityTables>()
    .updateTable('passkey')
    .set({ copied_at: app.clock.now() })
    .where('id', '=', key.id)
    .execute()

  await notifyFactorChange(tx, app, await getPerson(tx, key.personId), {
    what: 'passkey-copied',
    name: key.name,
  })

  return null
}
