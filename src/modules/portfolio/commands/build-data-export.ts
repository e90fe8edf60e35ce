import { createHash } from 'node:crypto'
import { toRecipient } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import { buildDataExportKey, DATA_EXPORT_LIFETIME_MS } from '../model.ts'
import { PARTS } from '../queries/data-export-parts.ts'
import type { PortfolioTables } from '../tables.ts'

/** The number of parts after which progress is stored. */
const PARTS_PER_UPDATE = 3

/**
 * Gathers a member's data part by part, writes the file and notifies the member. An interrupted run
 * starts again; it does nothing once the file is ready or the request is gone.
 */
export async function buildDataExport(app: App, id: string): Promise<void> {
  const memberId = await findWaiting(app, id)
  if (!memberId) return

  const parts: Record<string, unknown> = {
    about: `All data stored about ${memberId}`,
    madeAt: app.clock.now(),
  }

  for (const [index, { name, read }] of PARTS.entries()) {
    parts[name] = await read(app, memberId)
    if ((index + 1) % PARTS_PER_UPDATE > 0) continue
    await updateProgress(app, id, index + 1)
    app.events.publish(toMemberAudience(memberId), 'data_export')
  }

  const content = new TextEncoder().encode(`${JSON.stringify(parts, null, 2)}\n`)
  await app.files.write(buildDataExportKey(id), content)

  const ready = await markReady(app, memberId, id, content)
  if (ready) app.events.publish(toMemberAudience(memberId), 'data_export')
  else await discardFiles(app, [buildDataExportKey(id)])
}

async function findWaiting(app: App, id: string): Promise<string | undefined> {
  const row = await app.db
    .withTables<PortfolioTables>()
    .selectFrom('data_export')
    .select('member_id')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()

  return row?.member_id
}

const updateProgress = (app: App, id: string, done: number) =>
  runInTransaction(app.db, (tx) =>
    tx
      .withTables<PortfolioTables>()
      .updateTable('data_export')
      .set({ done_parts: done })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute(),
  )

/** Marks the export as ready, unless the member has left meanwhile. */
async function markReady(
  app: App,
  memberId: string,
  id: string,
  content: Uint8Array,
): Promise<boolean> {
  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const marked = await tx
      .withTables<PortfolioTables>()
      .updateTable('data_export')
      .set({
        status: 'ready',
        ready_at: now,
        bytes: BigInt(content.length),
        done_parts: PARTS.length,
        expires_at: new Date(now.getTime() + DATA_EXPORT_LIFETIME_MS),
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()

    if (marked)
      await notify(tx, app, toRecipient(await getMember(tx, memberId)), 'data-export-ready', {})

    return marked !== undefined
  })
}
