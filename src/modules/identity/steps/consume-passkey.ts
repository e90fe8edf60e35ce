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
 * Whose passkey has to have answered: anybody's for signing in without a password, else this
 * person's.
 */
type PasskeyExpectation = Bound & { personId?: string }

/**
 * Takes a passkey's answer to a challenge; answers whose it is, or null. The challenge is used up
 * either way. A count that went back means a copy of the key: it opens nothing from then on, and
 * its owner is told. Without a password the device has to have checked who holds it.
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

/** A key that counts counts up; one that doesn't says 0 for good. */
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
