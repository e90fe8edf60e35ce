import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getAdmin } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'
import { deleteFactors } from './delete-factors.ts'
import { endSessions } from './end-sessions.ts'
import { notifyFactorChange } from './notify-factor-change.ts'

type Due = { id: string; staffId: string; reason: string }

/**
 * Deletes the second factors of a staff member, once, ends their sessions and mails them. In live
 * they have to set up a new one before anything else.
 */
export async function deleteStaffFactors(
  tx: Tx,
  app: App,
  by: Actor,
  { id, staffId, reason }: Due,
): Promise<boolean> {
  const now = app.clock.now()
  const done = await openResets(tx)
    .set({ done_at: now })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return false

  await deleteFactors(tx, staffId)
  await endSessions(tx, staffId, 'factor-reset', now)
  await notifyFactorChange(tx, app, await getAdmin(tx, staffId), { what: 'reset', by, reason })

  return true
}

/** Stops an approved reset that hasn't happened yet; returns whether there was one. */
export async function stopReset(tx: Tx, staffId: string, by: Actor, now: Date): Promise<boolean> {
  const stopped = await openResets(tx)
    .set({ stopped_at: now, stopped_by: by.label })
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return stopped.numUpdatedRows > 0n
}

const openResets = (tx: Tx) =>
  tx
    .withTables<IdentityTables>()
    .updateTable('staff_factor_reset')
    .where('done_at', 'is', null)
    .where('stopped_at', 'is', null)
