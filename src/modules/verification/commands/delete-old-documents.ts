import { DAY_MS } from '#lib/dates.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import { openProvider } from '../adapters/open-provider.ts'
import { type ErasableVerification, listErasable } from '../queries.ts'
import { eraseDocuments } from '../steps/erase-documents.ts'

/**
 * Deletes the documents of refused verifications and of closed accounts, and what those members
 * declared, when their retention ends; an outside provider is asked to do the same. Each
 * verification is a transaction of its own, so that a later run continues.
 */
export async function deleteOldDocuments(app: App): Promise<void> {
  const { identityDays } = await getSetting(app.db, app.config, 'retention')
  const now = app.clock.now()
  const before = new Date(now.getTime() - identityDays * DAY_MS)

  const failures: unknown[] = []
  for (const found of await listErasable(app.db, before, now))
    try {
      await erase(app, found)
    } catch (error) {
      failures.push(error) // one that fails stops no other
    }

  if (failures.length > 0) throw failures[0]
}

async function erase(app: App, found: ErasableVerification): Promise<void> {
  const { id, memberId, level, provider, isClosed } = found
  await openProvider(app, provider).forget({ id, level })

  const keys = await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const erased = await eraseDocuments(tx, { verificationId: id, memberId, isClosed, at: now })
    await record(tx, now, systemActor, 'identity.erased', id, { memberId, files: erased.length })

    return erased
  })

  await discardFiles(app, keys)
}
