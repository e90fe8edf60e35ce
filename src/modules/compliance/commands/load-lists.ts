import { createHash } from 'node:crypto'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseList } from '../adapters/parse-list.ts'
import { readList } from '../adapters/read-list.ts'
import { SAMPLE_LISTS } from '../adapters/sample-lists.ts'
import { LIST_SOURCES, type ListSource } from '../model.ts'
import { storeList } from '../steps/store-list.ts'
import type { ComplianceTables } from '../tables.ts'

type ReadSource = () => Promise<string>

/**
 * Loads each configured list that changed, as a whole or not at all; everybody is then screened
 * again. A list that fails stays as it was, and stops no other one: then the first error is
 * thrown.
 */
export async function loadScreeningLists(app: App): Promise<void> {
  const failures: unknown[] = []

  for (const [source, read] of listSources(app))
    try {
      await loadList(app, source, await read())
    } catch (error) {
      failures.push(error)
      app.log.error({ list: source, err: error }, 'a sanctions list could not be loaded')
    }

  app.events.publish(STAFF, 'screening')
  if (failures.length > 0) throw failures[0]
}

function listSources({ config }: Pick<App, 'config'>): [ListSource, ReadSource][] {
  const { MODE, SCREENING_LISTS: configured } = config
  if (configured.length === 0 && MODE === 'sandbox')
    return LIST_SOURCES.map((source) => [source, async () => SAMPLE_LISTS[source]])

  return configured.map(({ kind, address }) => [kind, () => readList(address)])
}

async function loadList(app: App, source: ListSource, content: string): Promise<void> {
  if (app.config.MODE === 'live' && content === SAMPLE_LISTS[source])
    throw new Error(`the ${source} list is the sample of the sandbox: live needs the official one`)

  const sha256 = createHash('sha256').update(content).digest('hex')
  const newest = await app.db
    .withTables<ComplianceTables>()
    .selectFrom('screening_list')
    .select('sha256')
    .where('source', '=', source)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.sha256 === sha256) return

  const list = parseList(source, content)
  await runInTransaction(app.db, (tx) => storeList(tx, app, sha256, list))
}
