import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { Settings } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { lockSettings, recordSettingChange } from '#modules/settings/steps/record-setting-change.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

export type SetIncentives = Pick<Settings, 'referral' | 'campaigns'>

/**
 * Turns incentives on or off and names the countries whose people they are for. Live takes
 * countries by name alone: `countries_needed` (422). What was noted before stays as it was judged.
 */
export async function setIncentives(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  admin: Staff,
  input: SetIncentives,
): Promise<SetIncentives> {
  assertPermitted(admin, 'installation.manage')
  for (const name of ['referral', 'campaigns'] as const)
    if (app.config.MODE === 'live' && input[name].countries === 'all')
      throw createCountriesNeededError(name)

  return await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)

    const changed = { by: admin.label, at: app.clock.now() }
    for (const name of ['referral', 'campaigns'] as const) {
      const before = await getSetting(tx, app.config, name)
      await setSetting(tx, name, input[name], changed)
      await recordSettingChange(tx, app, admin, name, {
        before,
        after: await getSetting(tx, app.config, name),
      })
    }

    await record(tx, changed.at, admin, 'incentives.changed', 'incentives', input)

    return {
      referral: await getSetting(tx, app.config, 'referral'),
      campaigns: await getSetting(tx, app.config, 'campaigns'),
    }
  })
}

const createCountriesNeededError = (name: string) =>
  new DomainError(
    'countries_needed',
    422,
    'Please select the countries in which you offer this. Some countries prohibit it.',
    `${name}.countries`,
  )
