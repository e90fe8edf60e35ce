import type { App } from '#platform/app.ts'
import { limit, sourceOf } from '#platform/http-limit.ts'
import { newToken } from '#platform/secrets.ts'
import { passkeyToUse } from '#platform/webauthn.ts'
import { type Bound, boundToVisit, makeChallenge } from '../acts/challenge.ts'
import { boundToTicket, personOfTicket } from '../acts/take-ticket.ts'
import { LIMITS, type Visitor } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'

/**
 * In a session, with the ticket of a log-in that was begun, or as somebody who only has a passkey
 * to show.
 */
export type ChallengePasskey =
  | { personId: string; sessionId: string }
  | { ticket: string }
  | { visit: true }

/** What a browser needs to ask for a passkey, and the ticket that its answer is sent back with. */
export async function challengePasskey(app: App, from: Visitor, asked: ChallengePasskey) {
  await limit(app, 'passkey-from', sourceOf(from.address), LIMITS.passkeyFrom)

  const ticket = 'ticket' in asked ? asked.ticket : newToken()
  const personId = 'ticket' in asked ? await personOfTicket(app.db, app, ticket) : personIdOf(asked)
  const passkeys = personId ? (await factorsOf(app.db, personId)).passkeys : []
  const usable = passkeys.filter(({ copiedAt }) => !copiedAt)
  const bound = boundOf(asked, ticket)
  const challenge = await app.db.transaction().execute((tx) => makeChallenge(tx, app, bound))

  return {
    ticket,
    options: await passkeyToUse(app.config, challenge, usable, bound.purpose === 'log-in'),
  }
}

const personIdOf = (asked: ChallengePasskey) => ('personId' in asked ? asked.personId : null)

function boundOf(asked: ChallengePasskey, ticket: string): Bound {
  if ('sessionId' in asked) return { purpose: 'step-up', boundTo: asked.sessionId }
  return 'visit' in asked ? boundToVisit(ticket) : boundToTicket(ticket)
}
