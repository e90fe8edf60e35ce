import type { LiveItem } from '#modules/operations/model.ts'
import { listLiveItems } from '#modules/operations/queries.ts'
import type { Config } from '#platform/config.ts'
import { openApp } from './app.ts'
import { listMissingSettings } from './config.ts'

/**
 * Returns the list of a live installation: what its settings lack, and, where its database can be
 * read, what is missing there and outside. It writes nothing.
 */
export async function readLiveItems(config: Config): Promise<LiveItem[]> {
  const missing = listMissingSettings(config)
  const opened = config.DATABASE_URL
    ? await openApp({ ...config, LOG_LEVEL: 'silent' }, { marksLive: false }).catch(() => null)
    : null

  try {
    return await listLiveItems(opened?.app ?? null, missing)
  } finally {
    await opened?.close()
  }
}
