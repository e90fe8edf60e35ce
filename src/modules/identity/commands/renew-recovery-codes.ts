import type { App } from '#platform/app.ts'
import { lockCredentialSince } from '../acts/lock-credential.ts'
import { makeRecoveryCodes } from '../acts/make-recovery-codes.ts'
import { tellOfChange } from '../acts/tell-of-change.ts'
import { hasFactor, refusals } from '../model/factors.ts'
import type { Person } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'

/**
 * Ten new recovery codes, told here alone; the old ones work no more. Needs a second factor that
 * they stand in for.
 */
export async function renewRecoveryCodes(app: App, person: Person): Promise<string[]> {
  return await app.db.transaction().execute(async (tx) => {
    // of two at once the second makes the first one's codes worthless
    await lockCredentialSince(tx, person.id)
    if (!hasFactor(await factorsOf(tx, person.id))) throw refusals.noFactor()

    const codes = await makeRecoveryCodes(tx, app, person.id)
    await tellOfChange(tx, app, person, { what: 'codes-renewed' })
    return codes
  })
}
