import { assertPermitted } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { SettingName, Settings } from '../model.ts'
import { findChanged, getSetting } from '../queries.ts'
import {
  assertStill,
  type Decider,
  lockSettings,
  recordSettingChange,
} from '../steps/record-setting-change.ts'
import { setSetting } from '../steps/set-setting.ts'

export type ChangeSetting<Name extends SettingName = SettingName> = {
  name: Name
  /** The whole setting, as it is to be. */
  value: Settings[Name]
  /** When what the form was filled with was last changed; empty for what ships. */
  version: string
}

/**
 * Changes one setting from now on, and keeps what it was. Throws `invalid_setting` (422) with the
 * field, `changed_elsewhere` (409).
 */
export async function changeSetting<Name extends SettingName>(
  app: App,
  by: Decider,
  { name, value, version }: ChangeSetting<Name>,
): Promise<void> {
  assertPermitted(by, 'house.run')
  await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)
    assertStill((await findChanged(tx, name))?.at ?? null, version)
    const before = await getSetting(tx, app.config, name)
    await setSetting(tx, name, value, { by: by.label, at: app.clock.now() })
    await recordSettingChange(tx, app, by, name, {
      before,
      after: await getSetting(tx, app.config, name),
    })
  })
}
