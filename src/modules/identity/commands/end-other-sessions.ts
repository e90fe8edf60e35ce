import { record } from '#modules/audit/acts/record-act.ts'
import type { App } from '#platform/app.ts'
import { endSessions } from '../acts/end-sessions.ts'
import type { Person } from '../model.ts'

/** Ends every session of a person but the one that asks. */
export async function endOtherSessions(
  app: App,
  person: Person,
  exceptSessionId: string,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await endSessions(tx, person.id, 'ended', now, exceptSessionId)
    await record(tx, now, person, 'session.others-ended', person.id)
  })
}
