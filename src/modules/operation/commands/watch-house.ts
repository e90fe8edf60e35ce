import { newId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import { STAFF } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { tellWatchers } from '../acts/tell-watchers.ts'
import { LOOK_MS, TELL_AGAIN_MS, WELL_MS } from '../model.ts'
import { type Look, looks } from '../queries/looks.ts'
import type { OperationTables } from '../tables.ts'

type Seen = { source: string; said: string | null }

/**
 * Looks at everything that could be wrong and tells a person: at once, then each hour until
 * somebody has acknowledged it, and once more when it is over. What can't be looked at, or doesn't
 * answer, is wrong itself.
 */
export async function watchHouse(app: App, all: Record<string, Look> = looks): Promise<void> {
  const seen: Seen[] = []
  for (const [source, look] of Object.entries(all))
    seen.push({ source, said: await saidBy(app, source, look) })

  const changed = await inTransaction(app.db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    // one watch at a time
    await own.selectFrom('alarm_watch').select('single_row').forUpdate().execute()

    let told = 0
    for (const one of seen) told += await note(app, tx, one)
    await own.updateTable('alarm_watch').set({ looked_at: app.clock.now() }).execute()

    return told > 0
  })

  if (changed) app.events.publish(STAFF, 'alarms')
}

async function saidBy(app: App, source: string, look: Look): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('It does not answer: nobody knows how it is.'), LOOK_MS)
  })

  try {
    return await Promise.race([look(app), silence])
  } catch (error) {
    app.log.error({ err: error, source }, 'something can not be looked at')
    return 'It can’t be looked at: nobody knows how it is. The log says why.'
  } finally {
    clearTimeout(timer)
  }
}

type Tx = Parameters<typeof tellWatchers>[0]

/** Answers how many times somebody was told. */
async function note(app: App, tx: Tx, { source, said }: Seen): Promise<number> {
  const now = app.clock.now()
  const own = tx.withTables<OperationTables>()
  const open = await own
    .selectFrom('alarm')
    .selectAll()
    .where('source', '=', source)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()

  const change = (set: Partial<OperationTables['alarm']>) =>
    own
      .updateTable('alarm')
      .set(set as object)
      .where('source', '=', source)
      .where('cleared_at', 'is', null)
      .execute()

  if (!open) {
    if (said === null) return 0

    await own
      .insertInto('alarm')
      .values({
        id: newId('alm'),
        source,
        said,
        raised_at: now,
        seen_at: now,
        told_at: now,
        told_times: 1,
        acknowledged_at: null,
        acknowledged_by: null,
        well_since: null,
        cleared_at: null,
      })
      .execute()

    app.log.error({ source, said }, 'an alarm was raised')
    await tellWatchers(tx, app, { source, said, state: 'raised', since: now })

    return 1
  }

  if (said === null) {
    const well = open.well_since ?? now
    const over = now.getTime() - well.getTime() >= WELL_MS
    await change({ well_since: well, ...(over ? { cleared_at: now } : {}) })
    if (!over) return 0
    await tellWatchers(tx, app, { source, said: open.said, state: 'over', since: open.raised_at })
    return 1
  }

  const again = !open.acknowledged_at && now.getTime() - open.told_at.getTime() >= TELL_AGAIN_MS
  await change({
    said,
    seen_at: now,
    well_since: null,
    ...(again ? { told_at: now, told_times: open.told_times + 1 } : {}),
  })

  if (again) await tellWatchers(tx, app, { source, said, state: 'again', since: open.raised_at })

  return again ? 1 : 0
}
