import type { App } from '#platform/app.ts'
import { hasFactor, refusals } from '../model/factors.ts'
import type { Person } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import { makeRecoveryCodes } from '../steps/make-recovery-codes.ts'
import { notifyFactorChange } from '../steps/notify-factor-change.ts'

/**
 * Ten new recovery codes, told here alone; the old ones work no more. Needs a second factor that
 * they stand in for.
 */
export async function renewRecoveryCodes(app: App, person: Person): Promise<string[]> {
  return await app.db.transaction().execute(async (tx) => {
    // of two at once the second makes the first one's codes worthless
    await lockUnchangedCredential(tx, person.id)
    if (!hasFactor(await getFactors(tx, person.id))) throw refusals.noFactor()

    const codes = await makeRecoveryCodes(tx, app, person.id)
    await notifyFactorChange(tx, app, person, { what: 'codes-renewed' })
    return codes
  })
}
