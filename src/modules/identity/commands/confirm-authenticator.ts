import type { App } from '#platform/app.ts'
import { limit, resetLimit } from '#platform/http/limit.ts'
import { refusals } from '../model/factors.ts'
import { LIMITS, type Person } from '../model.ts'
import { takeCode } from '../steps/consume-code.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import { makeFirstCodes } from '../steps/make-recovery-codes.ts'
import { markProved } from '../steps/mark-proved.ts'
import { notifyFactorChange } from '../steps/notify-factor-change.ts'

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
