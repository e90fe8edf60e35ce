import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { assertMayLose } from '../model/factors.ts'
import type { Person } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { deleteOrphanedCodes } from '../steps/make-recovery-codes.ts'
import { notifyFactorChange } from '../steps/notify-factor-change.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Removes one of the person's own passkeys, and the recovery codes with the last factor. Mails the
 * member and freezes withdrawals for 24 hours.
 */
export async function removePasskey(app: App, person: Person, id: string): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const gone = await tx
      .withTables<IdentityTables>()
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('person_id', '=', person.id)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw createNotFoundError('This passkey')

    const left = await getFactors(tx, person.id)
    assertMayLose(person, left, app.config.MODE)
    await deleteOrphanedCodes(tx, person.id, left)
    await notifyFactorChange(tx, app, person, { what: 'passkey-removed', name: gone.name })
  })
}
