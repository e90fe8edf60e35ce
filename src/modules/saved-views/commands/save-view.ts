import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  parseViewName,
  parseViewQuery,
  type SavedView,
  VIEWS_LIMIT,
  type ViewList,
} from '../model.ts'
import type { SavedViewTables } from '../tables.ts'

export type SaveView = { list: ViewList; name: string; query: string }

/**
 * Saves the filters of a list under a name, for this staff member alone. Throws `name_taken` and
 * `too_many_views` (409), and what `parseViewName` and `parseViewQuery` throw.
 */
export async function saveView(
  app: App,
  staffId: string,
  { list, name, query }: SaveView,
): Promise<SavedView> {
  const view = { id: createId('vew'), name: parseViewName(name), query: parseViewQuery(query) }

  await runInTransaction(app.db, (tx) =>
    tx
      .withTables<SavedViewTables>()
      .insertInto('saved_view')
      .values({ ...view, staff_id: staffId, list, created_at: app.clock.now() })
      .execute()
      .catch(throwRefusal),
  )

  return view
}

function throwRefusal(error: unknown): never {
  const { constraint } = error as { constraint?: string }

  if (constraint === 'saved_view_name')
    throw new DomainError('name_taken', 409, 'You already have a view with this name.', 'name')

  if (constraint === 'saved_view_limit')
    throw new DomainError(
      'too_many_views',
      409,
      `You can save up to ${VIEWS_LIMIT} views of a list. Delete one first.`,
    )

  throw error
}
