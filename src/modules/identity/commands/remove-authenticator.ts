import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { refusals } from '../model/factor-refusals.ts'
import { assertMayLose } from '../model/factors.ts'
import type { Person } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { deleteOrphanedCodes } from '../steps/make-recovery-codes.ts'
import { notifyFactorChange } from '../steps/notify-factor-change.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Removes the authenticator app, and the recovery codes with the last factor. Mails the member and
 * freezes withdrawals for 24 hours.
 */
export async function removeAuthenticator(app: App, person: Person): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const gone = await tx
      .withTables<IdentityTables>()
      .deleteFrom('authenticator')
      .where('person_id', '=', person.id)
      .where('confirmed_at', 'is not', null)
      .returning('person_id')
      .executeTakeFirst()
    if (!gone) throw refusals.noAuthenticator()

    const left = await getFactors(tx, person.id)
    assertMayLose(person, left, app.config.MODE)
    await deleteOrphanedCodes(tx, person.id, left)
    await notifyFactorChange(tx, app, person, { what: 'authenticator-removed' })
  })
}
