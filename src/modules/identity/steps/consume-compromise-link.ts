import { sql } from 'kysely'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'

/** The owner column of each link table. */
const OWNER = { compromise_link: 'member_id', staff_compromise_link: 'staff_id' } as const

type Link = { ownerId: string; about: string; madeAt: Date }

/**
 * Uses up the compromise link of a token and those of later mails, so that an attacker cannot use
 * theirs. Returns null for an invalid token.
 */
export async function consumeCompromiseLink(
  tx: Tx,
  table: keyof typeof OWNER,
  token: string,
  now: Date,
): Promise<Link | null> {
  const [links, owner] = [sql.table(table), sql.ref(OWNER[table])]
  const { rows } =
    await sql<Link>`select ${owner} as "ownerId", about, made_at as "madeAt" from ${links}
    where token_digest = ${hashToken(token)} and used_at is null and expires_at > ${now} for
    update`.execute(tx)
  const [live] = rows
  if (!live) return null

  await sql`update ${links} set used_at = ${now}
    where ${owner} = ${live.ownerId} and made_at >= ${live.madeAt} and used_at is null`.execute(tx)

  return live
}
