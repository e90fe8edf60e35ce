import { assertPermitted } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { SettingName, Settings } from '../model.ts'
import { findSettingChange, getSetting } from '../queries.ts'
import {
  assertCurrentVersion,
  type Decider,
  lockSettings,
  recordSettingChange,
} from '../steps/record-setting-change.ts'
import { setSetting } from '../steps/set-setting.ts'

export type ChangeSetting<Name extends SettingName = SettingName> = {
  name: Name
  /** The new value with all of its fields. */
  value: Settings[Name]
  /** The ISO time of the last change that the form was filled from; empty for the defaults. */
  version: string
}

/**
 * Changes a setting and records the previous value in the audit log. Throws `invalid_setting` (422)
 * with the field, `changed_elsewhere` (409).
 */
export async function changeSetting<Name extends SettingName>(
  app: App,
  by: Decider,
  { name, value, version }: ChangeSetting<Name>,
): Promise<void> {
  assertPermitted(by, 'installation.manage')

  await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)
    assertCurrentVersion((await findSettingChange(tx, name))?.at ?? null, version)
    const before = await getSetting(tx, app.config, name)
    await setSetting(tx, name, value, { by: by.label, at: app.clock.now() })
    await recordSettingChange(tx, app, by, name, {
      before,
      after: await getSetting(tx, app.config, name),
    })
  })
}
