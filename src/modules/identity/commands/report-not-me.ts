import { record } from '#modules/audit/acts/record-act.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db.ts'
import { limit } from '#platform/http-limit.ts'
import { tokenDigest } from '#platform/secrets.ts'
import { endSessions } from '../acts/end-sessions.ts'
import { freezeWithdrawals } from '../acts/freeze-withdrawals.ts'
import { refusals } from '../model/factors.ts'
import { LIMITS, type Person, recipientOf, UNTIL_RESET, type Visitor } from '../model.ts'
import { getPerson } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Freezes the account of whoever says, by the link of a mail, that it wasn't them: sessions end, nothing opens one and
 * withdrawals rest until a new password was set by a mailed link. A factor that the mail said was added goes again.
 * Answers at which door they come back.
 */
export async function reportNotMe(
  app: App,
  from: Visitor,
  { token }: { token: string },
): Promise<Person['kind']> {
  await limit(app, 'report-from', from.address, LIMITS.reportFrom)
  return await app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const { person_id: id, about } = await usedLink(tx, app, token)
    const person = await getPerson(tx, id)
    await tx
      .withTables<IdentityTables>()
      .updateTable('credential')
      .set({ reported_at: now })
      .where('person_id', '=', id)
      .execute()
    await endSessions(tx, id, 'reported', now)
    await freezeWithdrawals(tx, person, now, UNTIL_RESET)
    await undo(tx, id, about)
    await notify(tx, app, recipientOf(person), 'account-frozen', { staff: person.kind === 'admin' })
    await record(tx, now, person, 'account.reported', id, { address: from.address, ...(about && { about }) })
    return person.kind
  })
}

const liveLinks = (reader: Reader, app: App, token: string) =>
  reader
    .withTables<IdentityTables>()
    .selectFrom('report_link')
    .select(['person_id', 'about'])
    .where('digest', '=', tokenDigest(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.clock.now())

async function usedLink(tx: Tx, app: App, token: string) {
  const live = await liveLinks(tx, app, token).forUpdate().executeTakeFirst()
  if (!live) throw refusals.reportLink()
  await tx
    .withTables<IdentityTables>()
    .updateTable('report_link')
    .set({ used_at: app.clock.now() })
    .where('digest', '=', tokenDigest(token))
    .execute()
  return live
}

async function undo(tx: Tx, personId: string, about: string | null) {
  if (!about) return
  const own = tx.withTables<IdentityTables>()
  if (about === 'authenticator')
    await own.deleteFrom('authenticator').where('person_id', '=', personId).execute()
  else await own.deleteFrom('passkey').where('person_id', '=', personId).where('id', '=', about).execute()
}
