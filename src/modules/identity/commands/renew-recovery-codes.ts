import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { refusals } from '../model/factor-refusals.ts'
import { hasFactor } from '../model/factors.ts'
import type { Person } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import { makeRecoveryCodes } from '../steps/make-recovery-codes.ts'
import { notifyFactorChange } from '../steps/notify-factor-change.ts'

/**
 * Replaces the recovery codes and returns ten new ones, shown only once. Requires a second factor.
 */
export async function renewRecoveryCodes(app: App, person: Person): Promise<string[]> {
  return await runInTransaction(app.db, async (tx) => {
    // of two concurrent calls, the second invalidates the codes of the first
    await lockUnchangedCredential(tx, person.id)
    if (!hasFactor(await getFactors(tx, person.id))) throw refusals.noFactor()

    const codes = await makeRecoveryCodes(tx, app, person.id)
    await notifyFactorChange(tx, app, person, { what: 'codes-renewed' })
    return codes
  })
}
