import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import { type NotificationKind, stripSecrets } from '../model.ts'

type NotificationInput = {
  memberId: string
  template: string
  kind: NotificationKind
  contents: Record<string, unknown>
}

/**
 * Writes what members read in the app, one statement for all; codes and one-time addresses are left
 * out. Answers the ids.
 */
export async function insertNotifications(
  tx: Tx,
  app: Pick<App, 'clock'>,
  notifications: readonly NotificationInput[],
): Promise<string[]> {
  const ids = notifications.map(() => createId('ntf'))
  await sql`
    insert into notification (id, member_id, template, kind, data, created_at)
    select id, member_id, template, kind, data::jsonb, ${app.clock.now()}::timestamptz
    from unnest(${ids}::text[], ${notifications.map(({ memberId }) => memberId)}::text[],
    ${notifications.map(({ template }) => template)}::text[],
      ${notifications.map(({ kind }) => kind)}::text[],
      ${notifications.map(({ contents }) => toJsonText(stripSecrets(contents)))}::text[])
      with ordinality as notice (id, member_id, template, kind, data, place)
    order by place`.execute(tx)

  return ids
}
