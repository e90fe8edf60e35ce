import { sql } from 'kysely'
import type pg from 'pg'
import type { Reader } from './db.ts'

/**
 * Lets the server's logins become `candor_watcher` too, which the sandbox allows: it has one login.
 * A role that may not grant it leaves that to an administrator.
 */
export async function shareWatcherRole(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare
      login name;
    begin
      for login in
        select l.rolname from pg_roles l join pg_auth_members m on m.member = l.oid
        where m.roleid = to_regrole('candor_app') and l.rolcanlogin
          and not pg_has_role(l.oid, to_regrole('candor_watcher'), 'member')
      loop
        execute format('grant candor_watcher to %I', login);
      end loop;
    exception when insufficient_privilege then
      null;
    end $$`)
}

/**
 * Throws unless the server's login can't record what chains show, and the watcher's login can: in
 * live, one login with both would let the server's stand in for a chain.
 */
export async function assertWatcherApart(server: Reader, watcher: Reader): Promise<void> {
  const { rows } = await sql<{ login: string; watches: boolean }>`
    select session_user as login, pg_has_role(session_user, 'candor_watcher', 'member') as watches
  `.execute(server)
  const [found] = rows
  if (found?.watches)
    throw new Error(
      `DATABASE_URL: its login ${found.login} may become candor_watcher and so record payments ` +
        'that no chain shows. Live needs a login of its own for that: DATABASE_WATCHER_URL.',
    )

  await sql`select 1`.execute(watcher).catch((error: unknown) => {
    throw new Error(
      'DATABASE_WATCHER_URL: live needs a login that is a member of candor_watcher.',
      {
        cause: error,
      },
    )
  })
}
