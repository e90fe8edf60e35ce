import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import { limit, resetLimit, toCallSource } from '#platform/http/limit.ts'
import { LIMITS, type Visitor } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** Where a try was counted, so that a success gives it back. */
export type Tries = { name: string; key: string }

const RULES = {
  'log-in': LIMITS.logIn,
  'admin-log-in': LIMITS.logIn,
  'second-factor': LIMITS.secondFactor,
} as const

/** Counts a try to get in by where it came from, whoever it is about. */
export const countSource = (app: App, from: Visitor): Promise<void> =>
  limit(app, 'log-in-from', toCallSource(from.address), LIMITS.logInFrom)

/**
 * Counts a try to get in at an account, also at one that nobody has. A browser in which this person
 * has signed in before has tries of its own: whoever uses up the account's from outside keeps its
 * owner out of nothing. Throws 429.
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

/** After a success honest mistakes before it don't count. */
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
