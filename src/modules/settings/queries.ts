import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import type { PdfReport } from '#platform/pdf/pdf-row.ts'
import {
  getBrand,
  getDefaultSettings,
  type Incentive,
  isIncentiveAllowed,
  type SettingName,
  type Settings,
} from './model.ts'
import type { SettingChange } from './queries/payment-methods.ts'
import type { SettingsTables } from './tables.ts'

export { findSourceInForce, listAddressSources } from './queries/address-sources.ts'
export {
  findTerms,
  getPaymentMethod,
  listOwnAddresses,
  listPaymentMethods,
  listReceivingAddresses,
  selectPaymentTerms,
  toOwnAddresses,
  toPaymentMethods,
} from './queries/payment-methods.ts'

export { listOpenChanges, type SettingChangeRow } from './queries/setting-changes.ts'

type ModeConfig = Pick<Config, 'MODE' | 'OPERATOR_NAME'> & Partial<Pick<Config, 'brand'>>

/** Returns a setting: the stored fields over the brand file's, over the defaults of the mode. */
export async function getSetting<Name extends SettingName>(
  reader: Reader,
  config: ModeConfig,
  name: Name,
): Promise<Settings[Name]> {
  return toSetting(config, name, await selectSettingRows(reader, [name]).execute())
}

type SettingRow = { name: SettingName; value: Settings[SettingName] }

const selectSettingRows = (reader: Reader, names: readonly SettingName[]) =>
  reader
    .withTables<SettingsTables>()
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', names)

/** Returns the query of stored settings for `readBatch`; `toSetting` completes its rows. */
export const selectSettings = (reader: Reader, names: readonly SettingName[]) =>
  toBatchQuery<SettingRow>(selectSettingRows(reader, names), {})

/** Returns a setting from stored rows, as `getSetting` does. */
export function toSetting<Name extends SettingName>(
  config: ModeConfig,
  name: Name,
  rows: readonly SettingRow[],
): Settings[Name] {
  const branded = name === 'operator' ? config.brand?.operator : {}
  const shipped = getDefaultSettings(config.MODE, config.OPERATOR_NAME)[name]
  const stored = rows.find((row) => row.name === name)?.value

  return { ...shipped, ...branded, ...(stored as object) }
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

/**
 * Returns whether an incentive is offered in a country: by its setting, and by the eligibility
 * rules in force. Both must allow it.
 */
export async function isIncentiveOffered(
  reader: Reader,
  { incentive, country, mode, today }: IncentiveOffer,
  operation: 'refer' | 'claim_campaign',
): Promise<boolean> {
  if (!isIncentiveAllowed(incentive, country, mode)) return false

  const answer = sql<{ offered: boolean }>`
    select is_operation_offered(${country}, ${operation}, ${today}::date) as offered`
  return (await answer.execute(reader)).rows[0]?.offered === true
}

type IncentiveOffer = {
  incentive: Incentive
  country: string
  mode: ModeConfig['MODE']
  today: Day
}

const SANDBOX_MARK = 'Sandbox: all money here is simulated'

export type ReportFrame = Pick<PdfReport, 'author' | 'mark' | 'brand' | 'sender'>

/**
 * Returns what every report of the operator has: its sender, brand and, in the sandbox, its mark.
 */
export async function getReportFrame({
  db,
  config,
}: Pick<App, 'db' | 'config'>): Promise<ReportFrame> {
  const operator = await getSetting(db, config, 'operator')
  const { legalName, address, registration, email } = operator

  return {
    author: legalName,
    mark: config.MODE === 'sandbox' ? SANDBOX_MARK : null,
    brand: { name: getBrand(operator, config.brand), colour: config.brand.accent },
    sender: [legalName, address, registration, email].filter(Boolean),
  }
}
