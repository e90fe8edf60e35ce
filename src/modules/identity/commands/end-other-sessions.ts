import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Person } from '../model.ts'
import { endSessions } from '../steps/end-sessions.ts'

/** Ends every session of a person except the calling one. */
export async function endOtherSessions(
  app: App,
  person: Person,
  exceptSessionId: string,
): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    await endSessions(tx, person.id, 'ended', now, exceptSessionId)
    await record(tx, now, person, 'session.others-ended', person.id)
  })
}
