import { createNotFoundError } from '#lib/errors.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Person } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** Ends one of the person's own sessions. Throws `not_found` (404) for any other session. */
export async function endSession(app: App, person: Person, sessionId: string): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const ended = await tx
      .withTables<IdentityTables>()
      .updateTable('session')
      .set({ ended_at: now, ended_because: 'ended' })
      .where('id', '=', sessionId)
      .where('person_id', '=', person.id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw createNotFoundError('This session')

    await record(tx, now, person, 'session.ended', person.id, { session: sessionId })
  })
}
