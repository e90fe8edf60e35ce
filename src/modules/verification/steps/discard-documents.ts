import type { App } from '#platform/app.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import { listReferencedDocuments } from '../queries.ts'

/**
 * Deletes files of documents after the commit, apart from those that another attempt still names.
 */
export async function discardDocuments(app: App, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return

  const referenced = new Set(await listReferencedDocuments(app.db, [...keys]))
  await discardFiles(
    app,
    keys.filter((key) => !referenced.has(key)),
  )
}
