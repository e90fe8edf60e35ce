import { systemActor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listOpenChanges } from '../queries.ts'
import { applyLoosening } from '../steps/loosen-setting.ts'
import { lockSettings } from '../steps/record-setting-change.ts'

/** Applies the approved looser controls whose time has come. */
export async function applySettingChanges(app: App): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)
    const now = app.clock.now()

    for (const change of await listOpenChanges(tx))
      if (change.effectiveFrom <= now) await applyLoosening(tx, app, systemActor, change)
  })
}
