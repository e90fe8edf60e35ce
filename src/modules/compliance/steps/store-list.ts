import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import type { ParsedList } from '../model.ts'
import type { ComplianceTables } from '../tables.ts'

/** Parties in one statement. */
const BATCH = 2_000

/** Stores a new version of a list and drops the parties of the version before. */
export async function storeList(
  tx: Tx,
  app: Pick<App, 'clock'>,
  sha256: string,
  { source, publishedOn, parties }: ParsedList,
): Promise<void> {
  const id = createId('scl')
  const now = app.clock.now()
  const tables = tx.withTables<ComplianceTables>()
  await tables
    .deleteFrom('screening_party')
    .where('list_id', 'in', (query) =>
      query.selectFrom('screening_list').select('id').where('source', '=', source),
    )
    .execute()

  await tables
    .insertInto('screening_list')
    .values({
      id,
      source,
      sha256,
      published_on: publishedOn,
      parties: parties.length,
      loaded_at: now,
    })
    .execute()

  for (let at = 0; at < parties.length; at += BATCH)
    await sql`
      insert into screening_party (list_id, party_id, content)
      select ${id}, party ->> 'id', party
      from jsonb_array_elements(${toJsonText(parties.slice(at, at + BATCH))}::jsonb) party
    `.execute(tx)

  const details = { source, parties: parties.length, publishedOn, sha256 }
  await record(tx, now, systemActor, 'screening.list-loaded', id, details)
}
