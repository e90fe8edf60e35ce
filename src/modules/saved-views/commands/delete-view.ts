import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { SavedViewTables } from '../tables.ts'

/**
 * Deletes a view of this staff member. Throws `not_found` (404), also for another person's view.
 */
export async function deleteView(app: App, staffId: string, id: string): Promise<void> {
  const deleted = await runInTransaction(app.db, (tx) =>
    tx
      .withTables<SavedViewTables>()
      .deleteFrom('saved_view')
      .where('id', '=', id)
      .where('staff_id', '=', staffId)
      .returning('id')
      .executeTakeFirst(),
  )

  if (!deleted) throw createNotFoundError('The view')
}
