import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parsePasskeyName } from '../model/factors.ts'
import type { Person } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** Renames one of the person's own passkeys. */
export async function renamePasskey(
  app: App,
  person: Person,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const named = parsePasskeyName(name)
  await runInTransaction(app.db, async (tx) => {
    const renamed = await tx
      .withTables<IdentityTables>()
      .updateTable('passkey')
      .set({ name: named })
      .where('id', '=', id)
      .where('person_id', '=', person.id)
      .returning('id')
      .executeTakeFirst()
    if (!renamed) throw createNotFoundError('This passkey')
  })
}
