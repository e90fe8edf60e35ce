import { formatLongDay } from '#lib/dates.ts'
import { formatUsd, toUsd } from '#lib/money.ts'
import {
  describeWithdrawalFee,
  METHOD_FACTS,
  type PaymentMethodCode,
} from '#modules/settings/model.ts'

type Say = (value: unknown) => string
type SettingDescription = {
  title: string
  fields: Record<string, readonly [label: string, say: Say]>
}

const formatPlain: Say = (value) =>
  value === null || value === undefined || value === '' ? 'nothing' : String(value)
const createCountFormatter =
  (unit: string): Say =>
  (value) =>
    `${value} ${unit}${Number(value) === 1 ? '' : 's'}`
const share: Say = (bps) => `${Number(bps) / 100}%`
const formatDollars: Say = (cents) => formatUsd(BigInt(String(cents)))
const formatFee: Say = (hundredths) =>
  describeWithdrawalFee({ withdrawalFee: toUsd(BigInt(String(hundredths))) })
const formatDateValue: Say = (day) => formatLongDay(formatPlain(day))
const formatSwitch: Say = (on) => (on ? 'on' : 'off')

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const formatCountries: Say = (codes) => {
  if (codes === 'all') return 'all countries'
  if (!Array.isArray(codes) || codes.length === 0) return 'none'
  return codes.map((code) => regions.of(String(code)) ?? String(code)).join(', ')
}

const INCENTIVE = {
  on: ['Switched', formatSwitch],
  countries: ['For members in', formatCountries],
} as const

/**
 * Every setting by the name that the record of acts has for it, with what its fields are called and
 * how they are said.
 */
const SETTINGS: Record<string, SettingDescription> = {
  operator: {
    title: 'Brand and operator',
    fields: {
      brand: ['Brand', formatPlain],
      legalName: ['Legal name', formatPlain],
      address: ['Registered address', formatPlain],
      email: ['Contact e-mail', formatPlain],
      registration: ['Licence or registration', formatPlain],
    },
  },
  withdrawals: {
    title: 'Limits of withdrawals',
    fields: {
      statedHours: ['Paid within', createCountFormatter('hour')],
      walletCoolDownHours: ['A new wallet address waits', createCountFormatter('hour')],
      secondAdminFrom: ['Two admins approve from', formatDollars],
    },
  },
  plans: {
    title: 'Targets out of the ordinary',
    fields: { targetWarningBps: ['Above the equivalent, a year, of', share] },
  },
  legal: {
    title: 'Versions of the legal texts',
    fields: {
      terms: ['Terms of Use', formatDateValue],
      riskDisclosure: ['Risk Disclosure', formatDateValue],
    },
  },
  referral: {
    title: 'Referral: share and countries',
    fields: { ...INCENTIVE, percentageBps: ['Of the first completed deposit', share] },
  },
  campaigns: { title: 'Campaigns: countries', fields: INCENTIVE },
  countries: {
    title: 'Countries that are refused',
    fields: { blocked: ['No sign-up from', formatCountries] },
  },
  retention: {
    title: 'How long things are kept',
    fields: {
      proofDays: ['Proofs of payment', createCountFormatter('day')],
      messageDays: ['Mails', createCountFormatter('day')],
      notificationDays: ['Notices in the app', createCountFormatter('day')],
    },
  },
}

const TERMS: SettingDescription['fields'] = {
  quoteMinutes: ['A rate is locked for', createCountFormatter('minute')],
  confirmations: ['Confirmations', formatPlain],
  withdrawalFee: ['Withdrawal fee', formatFee],
  minWithdrawal: ['Minimum withdrawal', formatDollars],
}
const PAUSED: Record<string, string> = {
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  signUps: 'Sign-ups',
}

const getMethodLabel = (code: string) => METHOD_FACTS[code as PaymentMethodCode]?.label ?? code

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * A change in the record of acts as people read it: of which setting, and each field from what to
 * what.
 */
export function describeSettingChange(
  subject: string,
  { before, after }: Fields,
): { title: string; changes: string[] } {
  const [kind = '', about = ''] = subject.replace(/^setting:/, '').split('.')
  if (kind === 'pauses')
    return { title: `${PAUSED[about] ?? about}: pause`, changes: [pauseChange(before, after)] }

  if (kind === 'address')
    return {
      title: `${getMethodLabel(about)}: where members pay to`,
      changes: [formatTransition(formatPlain(before), formatPlain(after))],
    }

  const { title, fields } =
    kind === 'method'
      ? { title: `${getMethodLabel(about)}: terms`, fields: TERMS }
      : (SETTINGS[kind] ?? UNKNOWN(kind))
  const changes = listFieldChanges(fields, before, after)

  return { title, changes: changes.length > 0 ? changes : ['Saved as it was'] }
}

const UNKNOWN = (title: string): SettingDescription => ({ title, fields: {} })
const formatTransition = (before: string, after: string) => `from ${before} to ${after}`

function listFieldChanges(
  fields: SettingDescription['fields'],
  before: unknown,
  after: unknown,
): string[] {
  if (!isFields(before) || !isFields(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => {
      const [label, say] = fields[field] ?? [field, formatPlain]
      return `${label}: ${formatTransition(formatOrNothing(say, before[field]), formatOrNothing(say, after[field]))}`
    })
}

const formatOrNothing = (say: Say, value: unknown) =>
  value === null || value === undefined ? 'nothing' : say(value)

function pauseChange(before: unknown, after: unknown): string {
  if (isFields(after))
    return isFields(before) ? `Reason: ${after.reason}` : `Paused: ${after.reason}`
  return isFields(before) ? `Opened again. It was paused for: ${before.reason}` : 'Saved as it was'
}
