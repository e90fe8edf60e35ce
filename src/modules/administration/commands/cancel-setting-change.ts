import { createNotFoundError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { listOpenChanges } from '#modules/settings/queries.ts'
import { cancelLoosening } from '#modules/settings/steps/loosen-setting.ts'
import { type Decider, lockSettings } from '#modules/settings/steps/record-setting-change.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createAnnouncement } from '../steps/announce-loosening.ts'

/**
 * Cancels an approved looser control before it takes effect, and announces it. One admin may:
 * cancelling tightens. Throws `not_found` (404).
 */
export async function cancelSettingChange(app: App, by: Decider, id: string): Promise<void> {
  assertPermitted(by, 'setting.cancel-change')

  await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)
    const change = (await listOpenChanges(tx)).find((one) => one.id === id)
    if (!change) throw createNotFoundError('This change')

    await cancelLoosening(tx, app, by, change)
    const { setting, changes, before } = change
    const announcement = { state: 'cancelled', by: by.label, setting, changes, before } as const
    await createAnnouncement(app)(tx, { ...announcement, effectiveFrom: null })
  })
}
