import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db.ts'
import { tokenDigest } from '#platform/secrets.ts'
import { refusals } from '../model/factors.ts'
import type { IdentityTables } from '../tables.ts'
import type { Bound } from './challenge.ts'

const liveTickets = (reader: Reader, app: Pick<App, 'clock'>, ticket: string) =>
  reader
    .withTables<IdentityTables>()
    .selectFrom('log_in_ticket')
    .selectAll()
    .where('digest', '=', tokenDigest(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.clock.now())

/** Whose a ticket is that can still be used. Throws `ticket_invalid` (401). */
export async function personOfTicket(
  reader: Reader,
  app: Pick<App, 'clock'>,
  ticket: string,
): Promise<string> {
  const row = await liveTickets(reader, app, ticket).executeTakeFirst()
  if (!row) throw refusals.ticket()
  return row.person_id
}

/**
 * Locks a ticket that can still be used: of two at once the second finds it used. Throws
 * `ticket_invalid` (401).
 */
export async function lockTicket(tx: Tx, app: Pick<App, 'clock'>, ticket: string) {
  const row = await liveTickets(tx, app, ticket).forUpdate().executeTakeFirst()
  if (!row) throw refusals.ticket()
  return { madeAt: row.made_at, remembered: row.remembered }
}

/** Uses a locked ticket up. */
export async function takeTicket(tx: Tx, app: Pick<App, 'clock'>, ticket: string): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('log_in_ticket')
    .set({ used_at: app.clock.now() })
    .where('digest', '=', tokenDigest(ticket))
    .execute()
}

/** What a passkey signs for a ticket is good for that ticket alone. */
export const boundToTicket = (ticket: string): Bound => ({
  purpose: 'second-factor',
  boundTo: tokenDigest(ticket).toString('hex'),
})
