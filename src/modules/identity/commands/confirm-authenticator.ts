import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, resetLimit } from '#platform/http/limit.ts'
import { refusals } from '../model/factor-refusals.ts'
import { LIMITS, type Person } from '../model.ts'
import { takeCode } from '../steps/consume-code.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import { makeFirstCodes } from '../steps/make-recovery-codes.ts'
import { markProved } from '../steps/mark-proved.ts'
import { notifyFactorChange } from '../steps/notify-factor-change.ts'

export type ConfirmAuthenticator = { code: string; sessionId: string }

/**
 * Activates the authenticator app with one of its codes. Returns recovery codes, shown only once,
 * unless the person has some already. Mails the member and freezes withdrawals for 24 hours.
 */
export async function confirmAuthenticator(
  app: App,
  person: Person,
  { code, sessionId }: ConfirmAuthenticator,
): Promise<string[] | null> {
  await limit(app, 'second-factor', person.id, LIMITS.secondFactor)
  return await runInTransaction(app.db, async (tx) => {
    // a compromise report came first
    if (!(await lockUnchangedCredential(tx, person.id))) throw refusals.wrongFactor('code')
    if (!(await takeCode(tx, app, person.id, code.replace(/\s/g, ''), { confirming: true })))
      throw refusals.wrongFactor('code')

    await resetLimit({ ...app, db: tx }, 'second-factor', person.id)
    await markProved(tx, sessionId, 'code', app.clock.now())
    await notifyFactorChange(tx, app, person, { what: 'authenticator-added' })

    return await makeFirstCodes(tx, app, person.id)
  })
}
