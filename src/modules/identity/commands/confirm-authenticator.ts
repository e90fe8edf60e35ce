import type { App } from '#platform/app.ts'
import { limit, resetLimit } from '#platform/http-limit.ts'
import { lockUnchangedCredential } from '../acts/lock-credential.ts'
import { makeFirstCodes } from '../acts/make-recovery-codes.ts'
import { markProved } from '../acts/mark-proved.ts'
import { takeCode } from '../acts/take-code.ts'
import { notifyFactorChange } from '../acts/tell-of-change.ts'
import { refusals } from '../model/factors.ts'
import { LIMITS, type Person } from '../model.ts'

export type ConfirmAuthenticator = { code: string; sessionId: string }

/**
 * Turns the authenticator app on by a code of it. Answers recovery codes, told here alone, unless
 * there are some already. The member is mailed, and withdrawals rest for a day.
 */
export async function confirmAuthenticator(
  app: App,
  person: Person,
  { code, sessionId }: ConfirmAuthenticator,
): Promise<string[] | null> {
  await limit(app, 'second-factor', person.id, LIMITS.secondFactor)
  return await app.db.transaction().execute(async (tx) => {
    // an alarm came first
    if (!(await lockUnchangedCredential(tx, person.id))) throw refusals.wrongFactor('code')
    if (!(await takeCode(tx, app, person.id, code.replace(/\s/g, ''), { confirming: true })))
      throw refusals.wrongFactor('code')

    await resetLimit({ ...app, db: tx }, 'second-factor', person.id)
    await markProved(tx, sessionId, 'code', app.clock.now())
    await notifyFactorChange(tx, app, person, { what: 'authenticator-added' })

    return await makeFirstCodes(tx, app, person.id)
  })
}
