import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import { limit, resetLimit, toCallSource } from '#platform/http/limit.ts'
import { LIMITS, type Visitor } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** The limit that counted an attempt, so that a success resets it. */
export type Tries = { name: string; key: string }

const RULES = {
  'log-in': LIMITS.logIn,
  'admin-log-in': LIMITS.logIn,
  'second-factor': LIMITS.secondFactor,
} as const

/** Counts a sign-in attempt by its network address. */
export const countSource = (app: App, from: Visitor): Promise<void> =>
  limit(app, 'log-in-from', toCallSource(from.address), LIMITS.logInFrom)

/**
 * Counts a sign-in attempt at an account, also at an unknown one. A browser that has signed in to
 * it before has a limit of its own, so that an attacker cannot lock the owner out. Throws 429.
 */
export async function countTry(
  app: App,
  from: Visitor,
  name: keyof typeof RULES,
  { key, personId }: { key: string; personId: string | undefined },
): Promise<Tries> {
  const device = from.device ? hashToken(from.device) : null
  const known = device !== null && (await isKnownDevice(app, personId ?? '', device))
  const tries = known
    ? { name: `${name}-known`, key: `${key} ${device.toString('hex')}` }
    : { name: name as string, key }

  await limit(app, tries.name, tries.key, RULES[name])

  return tries
}

/** Resets the limit after a success, so that earlier mistakes don't count. */
export const resetTries = (app: App, { name, key }: Tries) => resetLimit(app, name, key)

async function isKnownDevice(app: App, personId: string, device: Buffer): Promise<boolean> {
  const priorSignIn = await app.db
    .withTables<IdentityTables>()
    .selectFrom('sign_in')
    .select('id')
    .where('person_id', '=', personId)
    .where('outcome', '=', 'good')
    .where('device', '=', device)
    .limit(1)
    .executeTakeFirst()

  return priorSignIn !== undefined
}
