import { z } from 'zod'
import { isCountry } from '#lib/countries.ts'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  FINAL_CONFIRMATIONS,
  isExplorer,
  MAX_REFERRAL_BPS,
  MAX_TARGET_WARNING_BPS,
  type SettingName,
  type Settings,
} from '../model.ts'
import type { SettingsTables } from '../tables.ts'

const createTextSchema = (maxLength: number) => z.string().trim().min(1).max(maxLength)
const pause = z.strictObject({ reason: createTextSchema(500), since: z.iso.datetime() }).nullable()

const percentage = z.int({ error: 'enter a percentage such as 12.5' })
const retentionDays = z.int().min(1).max(36_500)

const someCountries = z.array(z.string().refine(isCountry, 'use two-letter country codes')).max(300)

const BLOCKS = 'enter a number of blocks, at least 1'
const bitcoinBlocks = z.int({ error: BLOCKS }).min(1, BLOCKS).max(100, 'enter at most 100 blocks')
const ethereumBlocks = z
  .int({ error: BLOCKS })
  .min(1, BLOCKS)
  .refine((count) => count <= 500 || count === FINAL_CONFIRMATIONS, 'enter at most 500 blocks')

const explorer = z
  .string()
  .trim()
  .max(300, 'enter at most 300 characters')
  .refine(
    (text) => text === '' || isExplorer(text),
    'enter an https address with {txid} in place of the transaction ID, or nothing',
  )

const incentive = {
  on: z.boolean(),
  countries: z.union([z.literal('all'), someCountries]),
}

/** The schema of each stored setting. Queries read the stored value without parsing it again. */
const SHAPES: { [Name in SettingName]: z.ZodType<Settings[Name]> } = {
  operator: z.strictObject({
    brand: z.string().trim().max(60),
    legalName: createTextSchema(200),
    address: createTextSchema(500),
    email: z.email().max(254),
    registration: createTextSchema(1000),
  }),
  withdrawals: z.strictObject({
    statedHours: z.int().min(1).max(720),
    walletCoolDownHours: z.int().min(0).max(720),
    secondAdminFrom: z.string().regex(/^[1-9]\d{0,14}$/),
  }),
  plans: z.strictObject({ targetWarningBps: percentage.min(0).max(MAX_TARGET_WARNING_BPS) }),
  fees: z.strictObject({ ceiling: z.string().regex(/^[1-9]\d{0,14}$/) }),
  confirmations: z.strictObject({
    bitcoin: bitcoinBlocks,
    bitcoinFrom1000: bitcoinBlocks,
    bitcoinFrom10000: bitcoinBlocks,
    ethereum: ethereumBlocks,
    ethereumFrom1000: ethereumBlocks,
    ethereumFrom10000: ethereumBlocks,
  }),
  explorers: z.strictObject({ bitcoin: explorer, ethereum: explorer, tron: explorer }),
  deposits: z.strictObject({ automaticUpTo: z.string().regex(/^(0|[1-9]\d{0,14})$/) }),
  pauses: z.strictObject({ deposits: pause, withdrawals: pause, signUps: pause }),
  legal: z.strictObject({ terms: z.iso.date(), riskDisclosure: z.iso.date() }),
  referral: z.strictObject({
    ...incentive,
    percentageBps: percentage.min(0).max(MAX_REFERRAL_BPS),
  }),
  campaigns: z.strictObject(incentive),
  countries: z.strictObject({ blocked: someCountries }),
  retention: z.strictObject({
    proofDays: retentionDays,
    messageDays: retentionDays,
    notificationDays: retentionDays,
    identityDays: retentionDays,
  }),
  verification: z.strictObject({
    reviewDays: z.int().min(1).max(60),
    recheckDays: z.int().min(1).max(3_653),
  }),
}

/**
 * Returns the value of a setting as it is stored. Throws `invalid_setting` (422) with the field.
 */
export function parseSetting<Name extends SettingName>(
  name: Name,
  value: Settings[Name],
): Settings[Name] {
  const checked = SHAPES[name].safeParse(value)
  if (checked.success) return checked.data

  const [issue] = checked.error.issues
  throw new DomainError(
    'invalid_setting',
    422,
    `The setting can't be saved: ${issue?.message ?? 'the value isn’t valid'}.`,
    [name, ...(issue?.path ?? [])].join('.'),
  )
}

/**
 * Replaces the value of a setting. The database refuses a looser control unless `changeId` names
 * the approved change whose time has come. The caller records the audit event. Throws
 * `invalid_setting` (422) with the field.
 */
export async function setSetting<Name extends SettingName>(
  tx: Tx,
  name: Name,
  value: Settings[Name],
  changed: { by: string; at: Date; changeId?: string },
): Promise<void> {
  const row = {
    value: JSON.stringify(parseSetting(name, value)),
    changed_by: changed.by,
    changed_at: changed.at,
    change_id: changed.changeId ?? null,
  }

  await tx
    .withTables<SettingsTables>()
    .insertInto('setting')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
