import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { STAFF } from '#platform/events.ts'
import { jsonText } from '#platform/json.ts'
import { keyOf, stopsMoney, type VerifiedStep } from '../model.ts'
import { findVerification } from '../queries/verifications.ts'
import { listKnown, listWitnesses, verification } from '../queries.ts'
import type { BooksTables } from '../tables.ts'

/**
 * Reads the whole books in one snapshot, as somebody asked, and writes down after each step what
 * was wrong with it. Answers whether something was that stops money. One that is finished stays as
 * it is.
 */
export async function verifyBooks(app: App, { id }: { id: string }): Promise<boolean> {
  const asked = await findVerification(app.db, id)
  if (!asked || asked.finishedAt) return false

  return await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => read(app, tx, id))
}

async function read(app: App, tx: Tx, id: string): Promise<boolean> {
  const steps: VerifiedStep[] = []
  const witnesses = await listWitnesses(tx, { limit: 10_000 })

  for await (const step of verification(tx, witnesses, app.clock.now(), 'the database')) {
    steps.push({ ...step, doneAt: app.clock.now().toISOString() })
    await note(app, id, { steps: jsonText(steps) })
  }

  const stands = await listKnown(tx)
  await note(app, id, { finished_at: app.clock.now() })

  const wrong = steps.flatMap(({ problems }) => problems).filter((one) => !stands.has(keyOf(one)))
  return wrong.some(stopsMoney)
}

type Noted = { steps?: string; finished_at?: Date }

/** Outside the snapshot, so that whoever asked sees how far it has got. */
async function note(app: App, id: string, noted: Noted) {
  await app.db
    .withTables<BooksTables>()
    .updateTable('books_verification')
    .set({ ...noted, seen_at: app.clock.now() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()

  app.events.publish(STAFF, 'books')
}
