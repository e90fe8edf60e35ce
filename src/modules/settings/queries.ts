import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import { getDefaultSettings, type SettingName, type Settings } from './model.ts'
import type { SettingChange } from './queries/payment-methods.ts'
import type { SettingsTables } from './tables.ts'

export {
  findTerms,
  getPaymentMethod,
  listOwnAddresses,
  listPaymentMethods,
  listReceivingAddresses,
} from './queries/payment-methods.ts'

export { listOpenChanges, type SettingChangeRow } from './queries/setting-changes.ts'

type ModeConfig = Pick<Config, 'MODE' | 'OPERATOR_NAME'> & Partial<Pick<Config, 'brand'>>

/** Returns a setting: the stored fields over the brand file's, over the defaults of the mode. */
export async function getSetting<Name extends SettingName>(
  reader: Reader,
  config: ModeConfig,
  name: Name,
): Promise<Settings[Name]> {
  const row = await reader
    .withTables<SettingsTables>()
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()

  const branded = name === 'operator' ? config.brand?.operator : {}
  const shipped = getDefaultSettings(config.MODE, config.OPERATOR_NAME)[name]

  return { ...shipped, ...branded, ...(row?.value as object) }
}

/** Returns the last change of a setting; null while it has its default. */
export async function findSettingChange(
  reader: Reader,
  name: SettingName,
): Promise<SettingChange | null> {
  const row = await reader
    .withTables<SettingsTables>()
    .selectFrom('setting')
    .select(['changed_by as by', 'changed_at as at'])
    .where('name', '=', name)
    .executeTakeFirst()

  return row ?? null
}
