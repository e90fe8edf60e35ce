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

/** Writes what a member reads in the app; codes and one-time addresses are left out. Answers its id. */
export async function writeNotice(
  tx: Tx,
  app: Pick<App, 'clock'>,
  { memberId, template, kind, contents }: NewNotice,
): Promise<string> {
  const id = newId('ntf')
  await tx
    .withTables<NotificationTables>()
    .insertInto('notification')
    .values({
      ...{ id, member_id: memberId, template, kind },
      data: jsonText(withoutSecrets(contents)),
      created_at: app.clock.now(),
    })
    .execute()
  return id
}
