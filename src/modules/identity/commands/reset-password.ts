import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { failures, LIMITS, toRecipient, type Visitor } from '../model.ts'
import { getPerson } from '../queries.ts'
import { createPersonCompromiseLink } from '../steps/create-compromise-link.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { freezeAfterReset } from '../steps/freeze-withdrawals.ts'
import { assertPassword, setPassword } from '../steps/set-password.ts'
import type { IdentityTables } from '../tables.ts'

export type ResetPassword = { token: string; password: string }

/**
 * Sets a new password by a link that works once, ends every session, and freezes a member's
 * withdrawals for 24 hours. Returns the kind of the account and the id of the audit event. A
 * rejected password leaves the link usable.
 */
export async function resetPassword(
  app: App,
  from: Visitor,
  { token, password }: ResetPassword,
): Promise<{ kind: 'member' | 'admin'; reference: string }> {
  await limit(app, 'use-reset', toCallSource(from.address), LIMITS.useReset)

  const owner = await getPerson(app.db, await getTokenPersonId(app.db, app, token))
  assertPassword(password, 'password', owner)

  const passwordHash = await hashPassword(password)
  const reference = await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    await useUp(tx, app, token, owner.id)
    await setPassword(tx, owner.id, passwordHash, now)
    await endSessions(tx, owner.id, 'password-reset', now)

    const staff = owner.kind === 'admin'
    if (!staff) await freezeAfterReset(tx, owner.id, now)

    const link = await createPersonCompromiseLink(tx, app, owner, 'password-changed')
    const facts = { reset: true, frozen: !staff, staff, at: now, link }
    await notify(tx, app, toRecipient(owner), 'password-changed', facts)

    return await record(tx, now, owner, 'password.reset', owner.id, { address: from.address })
  })

  return { kind: owner.kind, reference }
}

const selectLiveTokens = (reader: Reader, app: App, token: string) =>
  reader
    .withTables<IdentityTables>()
    .selectFrom('reset_token')
    .select('person_id')
    .where('token_digest', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.clock.now())

async function getTokenPersonId(reader: Reader, app: App, token: string): Promise<string> {
  const live = await selectLiveTokens(reader, app, token).executeTakeFirst()
  if (!live) throw failures.link()
  return live.person_id
}

/**
 * Uses up the link and the person's other links: of two concurrent uses, the second finds it used.
 */
async function useUp(tx: Tx, app: App, token: string, personId: string) {
  if (!(await selectLiveTokens(tx, app, token).forUpdate().executeTakeFirst()))
    throw failures.link()

  await tx
    .withTables<IdentityTables>()
    .updateTable('reset_token')
    .set({ used_at: app.clock.now() })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
}
