import type { App } from '#platform/app.ts'
import { countSource, countTry, forgiveTries } from '../acts/count-try.ts'
import { letIn } from '../acts/let-in.ts'
import { lockCredentialSince } from '../acts/lock-credential.ts'
import { noteSignIn } from '../acts/note-sign-in.ts'
import type { OpenedSession } from '../acts/open-session.ts'
import { FIELD_OF, type Shown, showFactor, wayOf } from '../acts/show-factor.ts'
import { boundToTicket, lockTicket, personOfTicket, takeTicket } from '../acts/take-ticket.ts'
import { refusals } from '../model/factors.ts'
import type { Person, Visitor } from '../model.ts'
import { getPerson } from '../queries.ts'

export type FinishLogIn = Shown & { kind: Person['kind']; ticket: string }

/**
 * Opens the session of somebody whose password was right, by the second factor. The ticket works
 * once, at the door it was given at; a wrong factor leaves it, and counts against the person
 * whatever the ticket.
 */
export async function finishLogIn(
  app: App,
  from: Visitor,
  input: FinishLogIn,
): Promise<OpenedSession> {
  const { ticket } = input
  await countSource(app, from)

  const by = wayOf(input)
  const person = await getPerson(app.db, await personOfTicket(app.db, app, ticket))
  if (person.kind !== input.kind) throw refusals.ticket()

  const tries = await countTry(app, from, 'second-factor', { key: person.id, personId: person.id })
  const opened = await app.db.transaction().execute(async (tx) => {
    const { madeAt, remembered } = await lockTicket(tx, app, ticket)
    if (!(await lockCredentialSince(tx, person.id, madeAt))) throw refusals.ticket()

    if (await showFactor(tx, app, person, input, boundToTicket(ticket))) {
      await takeTicket(tx, app, ticket)
      await forgiveTries({ ...app, db: tx }, tries)
      return await letIn(tx, app, from, person, { by, remembered })
    }

    await noteSignIn(tx, from, {
      personId: person.id,
      outcome: 'wrong-factor',
      by,
      at: app.clock.now(),
    })
  })
  if (!opened) throw refusals.wrongFactor(FIELD_OF[by])

  return opened
}
