import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listNewSources } from '../queries/log-sources.ts'
import { appendEntries, lockLog } from '../steps/append-entries.ts'
import { signLog } from '../steps/sign-log.ts'

/** The entries of one transaction; what is left is appended by the next. */
const BATCH = 1_000

/**
 * Appends what changed since the last run to the transparency log, and signs its new head. Without
 * a change nothing is written. After a time without a worker everything is made up for.
 */
export async function appendLog(app: App): Promise<void> {
  for (;;) {
    const appended = await runInTransaction(app.db, async (tx) => {
      await lockLog(tx)
      const sources = (await listNewSources(app, tx)).slice(0, BATCH)
      const at = app.clock.now().toISOString()

      if (sources.length > 0)
        await appendEntries(
          tx,
          sources.map((source) => ({ ...source, at })),
        )
      await signLog(tx, app)

      return sources.length
    })
    if (appended < BATCH) return
  }
}
