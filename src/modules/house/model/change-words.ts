import { dayInWords } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import { METHOD_FACTS, type PaymentMethodCode } from '#modules/settings/model.ts'

type Say = (value: unknown) => string
type Words = { title: string; fields: Record<string, readonly [label: string, say: Say]> }

const plain: Say = (value) =>
  value === null || value === undefined || value === '' ? 'nothing' : String(value)
const counted =
  (unit: string): Say =>
  (value) =>
    `${value} ${unit}${Number(value) === 1 ? '' : 's'}`
const share: Say = (bps) => `${Number(bps) / 100}%`
const dollars: Say = (cents) => formatUsd(BigInt(String(cents)))
const date: Say = (day) => dayInWords(plain(day))
const switched: Say = (on) => (on ? 'on' : 'off')

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const countries: Say = (codes) => {
  if (codes === 'all') return 'all countries'
  if (!Array.isArray(codes) || codes.length === 0) return 'none'
  return codes.map((code) => regions.of(String(code)) ?? String(code)).join(', ')
}

const INCENTIVE = { on: ['Switched', switched], countries: ['For members in', countries] } as const

/**
 * Every setting by the name that the record of acts has for it, with what its fields are called and
 * how they are said.
 */
const SETTINGS: Record<string, Words> = {
  operator: {
    title: 'Brand and operator',
    fields: {
      brand: ['Brand', plain],
      legalName: ['Legal name', plain],
      address: ['Registered address', plain],
      email: ['Contact e-mail', plain],
      registration: ['Licence or registration', plain],
    },
  },
  withdrawals: {
    title: 'Limits of withdrawals',
    fields: {
      statedHours: ['Paid within', counted('hour')],
      walletCoolDownHours: ['A new wallet address waits', counted('hour')],
      secondAdminFrom: ['Two admins approve from', dollars],
    },
  },
  plans: {
    title: 'Targets out of the ordinary',
    fields: { targetWarningBps: ['Above the equivalent, a year, of', share] },
  },
  legal: {
    title: 'Versions of the legal texts',
    fields: { terms: ['Terms of Use', date], riskDisclosure: ['Risk Disclosure', date] },
  },
  referral: {
    title: 'Referral: share and countries',
    fields: { ...INCENTIVE, percentageBps: ['Of the first completed deposit', share] },
  },
  campaigns: { title: 'Campaigns: countries', fields: INCENTIVE },
  countries: {
    title: 'Countries that are refused',
    fields: { refused: ['No sign-up from', countries] },
  },
  retention: {
    title: 'How long things are kept',
    fields: {
      proofDays: ['Proofs of payment', counted('day')],
      messageDays: ['Mails', counted('day')],
      notificationDays: ['Notices in the app', counted('day')],
    },
  },
}

const TERMS: Words['fields'] = {
  quoteMinutes: ['A rate is locked for', counted('minute')],
  confirmations: ['Confirmations', plain],
  withdrawalFee: ['Withdrawal fee', dollars],
  minWithdrawal: ['Least withdrawal', dollars],
}
const PAUSED: Record<string, string> = {
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  signUps: 'Sign-ups',
}

const methodName = (code: string) => METHOD_FACTS[code as PaymentMethodCode]?.label ?? code

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * A change in the record of acts as people read it: of which setting, and each field from what to
 * what.
 */
export function changeInWords(
  subject: string,
  { before, after }: Fields,
): { title: string; changes: string[] } {
  const [kind = '', about = ''] = subject.replace(/^setting:/, '').split('.')
  if (kind === 'pauses')
    return { title: `${PAUSED[about] ?? about}: pause`, changes: [pauseChange(before, after)] }

  if (kind === 'address')
    return {
      title: `${methodName(about)}: where members pay to`,
      changes: [fromTo(plain(before), plain(after))],
    }

  const { title, fields } =
    kind === 'method'
      ? { title: `${methodName(about)}: terms`, fields: TERMS }
      : (SETTINGS[kind] ?? UNKNOWN(kind))
  const changes = fieldChanges(fields, before, after)

  return { title, changes: changes.length > 0 ? changes : ['Saved as it was'] }
}

const UNKNOWN = (title: string): Words => ({ title, fields: {} })
const fromTo = (before: string, after: string) => `from ${before} to ${after}`

function fieldChanges(fields: Words['fields'], before: unknown, after: unknown): string[] {
  if (!isFields(before) || !isFields(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => {
      const [label, say] = fields[field] ?? [field, plain]
      return `${label}: ${fromTo(said(say, before[field]), said(say, after[field]))}`
    })
}

const said = (say: Say, value: unknown) =>
  value === null || value === undefined ? 'nothing' : say(value)

function pauseChange(before: unknown, after: unknown): string {
  if (isFields(after))
    return isFields(before) ? `Reason: ${after.reason}` : `Paused: ${after.reason}`
  return isFields(before) ? `Opened again. It was paused for: ${before.reason}` : 'Saved as it was'
}
