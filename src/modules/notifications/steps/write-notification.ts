import { type RawBuilder, sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { formatTypedJson } from '#lib/typed-json.ts'
import type { App } from '#platform/app.ts'
import { type NotificationKind, type NotifiedMail, stripSecrets } from '../model.ts'

type NotificationInput = {
  memberId: string
  template: NotifiedMail
  kind: NotificationKind
  data: object
}

/**
 * Returns the statement that writes notifications, without codes and one-time addresses, and their
 * ids in the order given.
 */
export function buildNotificationInsert(
  app: Pick<App, 'clock'>,
  notifications: readonly NotificationInput[],
): { ids: string[]; insert: RawBuilder<unknown> } {
  const ids = notifications.map(() => createId('ntf'))
  const memberIds = notifications.map(({ memberId }) => memberId)
  const templates = notifications.map(({ template }) => template)
  const kinds = notifications.map(({ kind }) => kind)
  const data = notifications.map((each) => formatTypedJson(stripSecrets(each.data)))

  const insert = sql`
    insert into notification (id, member_id, template, kind, data, created_at)
    select id, member_id, template, kind, data::jsonb, ${app.clock.now()}::timestamptz
    from unnest(${ids}::text[], ${memberIds}::text[], ${templates}::text[], ${kinds}::text[],
      ${data}::text[])
      with ordinality as notification (id, member_id, template, kind, data, place)
    order by place`

  return { ids, insert }
}
