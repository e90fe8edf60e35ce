import { DomainError } from '#lib/errors.ts'
import type { Settings } from '#modules/settings/model.ts'
import { usdAmount, usdAmountOrZero } from '#platform/http/schemas.ts'
import type { getOperatorSettings } from '../queries.ts'
import { toSourceResponses } from './address-sources.ts'

type OperatorSettings = Awaited<ReturnType<typeof getOperatorSettings>>
type SettingValue = Readonly<Record<string, unknown>>

/** The fields of settings that are amounts: cents as text when stored, dollars on the wire. */
const MONEY_FIELDS: Readonly<Record<string, readonly string[]>> = {
  deposits: ['automaticUpTo'],
  withdrawals: ['secondAdminFrom'],
  fees: ['ceiling'],
  monitoring: ['sumFrom'],
}
const getMoneyFields = (name: string) => MONEY_FIELDS[name] ?? []

/** Returns the settings as the contract answers them. */
export const toSettingsResponse = (
  { settings, methods, addresses, sources, ...rest }: OperatorSettings,
  now: Date,
) => ({
  ...rest,
  sources: toSourceResponses(sources, now),
  settings: settings.map((setting) => ({ ...setting, value: toWireValue(setting) })),
  methods: methods.map(({ method, label, source: _, ...one }) => ({
    ...one,
    _id: method,
    name: label,
  })),
  addresses: addresses.map(({ id, by, at, ...one }) => ({ ...one, _id: id, changed: { by, at } })),
})

function toWireValue({ name, value }: { name: string; value: SettingValue }): SettingValue {
  const amounts = getMoneyFields(name)
    .filter((field) => value[field] !== null)
    .map((field) => [field, BigInt(String(value[field]))])

  return { ...value, ...Object.fromEntries(amounts) }
}

/**
 * Returns a setting as it is stored, with amounts in cents. The step checks everything else.
 * Throws `invalid_setting` (422) with the field for an amount that isn't dollars with at most two
 * decimals.
 */
export function parseSettingValue<Name extends keyof Settings>(
  name: Name,
  sent: SettingValue,
): Settings[Name] {
  const amounts = getMoneyFields(name)
    .filter((field) => sent[field] !== null)
    .map((field) => [field, parseCents(`${name}.${field}`, sent[field])])

  return { ...sent, ...Object.fromEntries(amounts) } as Settings[Name]
}

function parseCents(field: string, sent: unknown): string {
  const amount = field === 'deposits.automaticUpTo' ? usdAmountOrZero : usdAmount
  const parsed = amount.safeParse(sent)
  if (parsed.success) return String(parsed.data)

  const message = parsed.error.issues[0]?.message ?? 'Please enter a valid amount.'
  throw new DomainError('invalid_setting', 422, message, field)
}
