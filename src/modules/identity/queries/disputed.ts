import type { Reader } from '#platform/db/db.ts'
import { COMPROMISE_WINDOW_MS, type Member } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Returns whether a compromise report disputes the member's current address and could not revert
 * it.
 */
export async function isDisputed(reader: Reader, { id, email }: Member): Promise<boolean> {
  const own = reader.withTables<IdentityTables>()
  const report = await own
    .selectFrom('compromise_link')
    .innerJoin('credential', 'person_id', 'member_id')
    .select((is) => is.fn.min('made_at').as('since'))
    .where('member_id', '=', id)
    .whereRef('used_at', '=', 'reported_at')
    .executeTakeFirst()
  if (!report?.since) return false

  const change = await own
    .selectFrom('email_change')
    .select('id')
    .where('member_id', '=', id)
    .where('new_email', '=', email)
    .where('done_at', '>=', new Date(report.since.getTime() - COMPROMISE_WINDOW_MS))
    .executeTakeFirst()

  return change !== undefined
}
