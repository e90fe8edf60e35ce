import { newId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { jsonText } from '#platform/json.ts'
import { type NoticeKind, withoutSecrets } from '../model.ts'
import type { NotificationTables } from '../tables.ts'

type NewNotice = {
  memberId: string
  template: string
  kind: NoticeKind
  contents: Record<string, unknown>
}

/** Writes what members read in the app, one statement for all; codes and one-time addresses are left out. Answers the ids. */
export async function writeNotices(
  tx: Tx,
  app: Pick<App, 'clock'>,
  notices: readonly NewNotice[],
): Promise<string[]> {
  const rows = notices.map(({ memberId, template, kind, contents }) => ({
    ...{ id: newId('ntf'), member_id: memberId, template, kind },
    data: jsonText(withoutSecrets(contents)),
    created_at: app.clock.now(),
  }))
  await tx.withTables<NotificationTables>().insertInto('notification').values(rows).execute()
  return rows.map(({ id }) => id)
}
