import { type RawBuilder, sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { createToken, hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { COMPROMISE_LINK_LIFE_MS, type Person } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

export type CompromiseLinkInput = {
  memberId: string
  /** The name of the mail, such as `password-changed`. */
  about: string
  /** The address that a report restores, if the mail is about a change of address. */
  oldEmail?: string
}

type CompromiseLinkApp = Pick<App, 'clock' | 'config'>

/** Creates the "This wasn't me" link of a mail to a member, which works once, for three days. */
export async function createCompromiseLink(
  tx: Tx,
  app: CompromiseLinkApp,
  input: CompromiseLinkInput,
): Promise<string> {
  const { link, insert } = buildCompromiseLinkInsert(app, input)
  await insert.execute(tx)

  return link
}

/** Returns the link of `createCompromiseLink` and the statement that stores it. */
export function buildCompromiseLinkInsert(
  app: CompromiseLinkApp,
  { memberId, about, oldEmail }: CompromiseLinkInput,
): { link: string; insert: RawBuilder<unknown> } {
  const { link, row } = buildCompromiseLink(app, about)
  const insert = sql`
    insert into compromise_link (token_digest, member_id, about, made_at, expires_at, old_email)
    values (${row.token_digest}, ${memberId}, ${row.about}, ${row.made_at}, ${row.expires_at},
      ${oldEmail ?? null})`

  return { link, insert }
}

/** Creates the link for a mail to a member or a staff member. */
export async function createPersonCompromiseLink(
  tx: Tx,
  app: CompromiseLinkApp,
  person: Pick<Person, 'id' | 'kind'>,
  about: string,
): Promise<string> {
  if (person.kind === 'member')
    return await createCompromiseLink(tx, app, { memberId: person.id, about })

  const { link, row } = buildCompromiseLink(app, about)
  await tx
    .withTables<IdentityTables>()
    .insertInto('staff_compromise_link')
    .values({ ...row, staff_id: person.id })
    .execute()

  return link
}

function buildCompromiseLink({ clock, config }: CompromiseLinkApp, about: string) {
  const now = clock.now()
  const token = createToken()
  const expires = new Date(now.getTime() + COMPROMISE_LINK_LIFE_MS)

  return {
    link: `${config.PUBLIC_URL}/not-me/${token}`,
    row: {
      token_digest: hashToken(token),
      about,
      made_at: now,
      expires_at: expires,
      used_at: null,
    },
  }
}
