import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { jsonText } from '#platform/json.ts'
import { type NoticeKind, withoutSecrets } from '../model.ts'

type NewNotice = {
  memberId: string
  template: string
  kind: NoticeKind
  contents: Record<string, unknown>
}

/**
 * Writes what members read in the app, one statement for all; codes and one-time addresses are left
 * out. Answers the ids.
 */
export async function writeNotices(
  tx: Tx,
  app: Pick<App, 'clock'>,
  notices: readonly NewNotice[],
): Promise<string[]> {
  const ids = notices.map(() => newId('ntf'))
  await sql`
    insert into notification (id, member_id, template, kind, data, created_at)
    select id, member_id, template, kind, data::jsonb, ${app.clock.now()}::timestamptz
    from unnest(${ids}::text[], ${notices.map(({ memberId }) => memberId)}::text[],
    ${notices.map(({ template }) => template)}::text[],
      ${notices.map(({ kind }) => kind)}::text[],
      ${notices.map(({ contents }) => jsonText(withoutSecrets(contents)))}::text[])
      with ordinality as notice (id, member_id, template, kind, data, place)
    order by place`.execute(tx)

  return ids
}
