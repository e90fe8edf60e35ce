import type { App } from '#platform/app.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { Way } from '../model/factors.ts'
import type { Person } from '../model.ts'
import type { Bound } from './challenge.ts'
import { takeCode } from './consume-code.ts'
import { takePasskey } from './consume-passkey.ts'
import { takeRecoveryCode } from './consume-recovery-code.ts'
import { notifyFactorChange } from './notify-factor-change.ts'

/** A second factor; exactly one field is set. */
export type FactorProof = {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

export const FIELD_OF: Record<Way, string> = {
  code: 'code',
  'recovery-code': 'recovery_code',
  passkey: 'passkey',
}

/** Returns the method of a second factor. Throws 400 for none or several. */
export function getFactorMethod({ code, recoveryCode, passkey }: FactorProof): Way {
  const providedMethods = [
    code && 'code',
    recoveryCode && 'recovery-code',
    passkey && 'passkey',
  ].filter(Boolean)
  if (providedMethods.length !== 1) throw refusals.oneProof()
  return providedMethods[0] as Way
}

/**
 * Uses up a second factor and returns whether it is the person's. The use of a recovery code is
 * mailed.
 */
export async function showFactor(
  tx: Tx,
  app: App,
  person: Person,
  shown: FactorProof,
  bound: Bound,
): Promise<boolean> {
  if (shown.code) return await takeCode(tx, app, person.id, shown.code.replace(/\s/g, ''))
  if (shown.passkey)
    return (await takePasskey(tx, app, shown.passkey, { ...bound, personId: person.id })) !== null

  const used = await takeRecoveryCode(tx, app, person.id, shown.recoveryCode ?? '')
  if (used) await notifyFactorChange(tx, app, person, { what: 'code-used' })
  return used
}
