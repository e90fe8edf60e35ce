import type { Reader } from '#platform/db/db.ts'
import type { SavedView, ViewList } from './model.ts'
import type { SavedViewTables } from './tables.ts'

/** Returns the views that a staff member has saved of a list, by name. */
export async function listSavedViews(
  reader: Reader,
  staffId: string,
  list: ViewList,
): Promise<SavedView[]> {
  return await reader
    .withTables<SavedViewTables>()
    .selectFrom('saved_view')
    .select(['id', 'name', 'query'])
    .where('staff_id', '=', staffId)
    .where('list', '=', list)
    .orderBy('name')
    .execute()
}
