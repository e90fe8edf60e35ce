import { formatDay } from '#lib/dates.ts'
import { formatUsd, toUsd } from '#lib/money.ts'
import {
  describeWithdrawalFee,
  FINAL_CONFIRMATIONS,
  METHOD_FACTS,
  type PaymentMethodCode,
} from '#modules/settings/model.ts'

export type Format = (value: unknown) => string
/** The title of a setting, with the label and the formatter of each field. */
export type SettingDescription = {
  title: string
  fields: Record<string, readonly [label: string, format: Format]>
}

export const formatPlain: Format = (value) =>
  value === null || value === undefined || value === '' ? 'none' : String(value)
const createCountFormatter =
  (unit: string): Format =>
  (value) =>
    `${value} ${unit}${Number(value) === 1 ? '' : 's'}`
const formatConfirmations: Format = (count) =>
  Number(count) === FINAL_CONFIRMATIONS ? 'finalised' : String(count)
const formatShare: Format = (bps) => `${Number(bps) / 100}%`
const formatDollars: Format = (cents) => formatUsd(BigInt(String(cents)))
const formatFee: Format = (hundredths) =>
  describeWithdrawalFee({ withdrawalFee: toUsd(BigInt(String(hundredths))) })
const formatDateValue: Format = (day) => formatDay(formatPlain(day))
const formatSwitch: Format = (on) => (on ? 'on' : 'off')

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const formatCountries: Format = (codes) => {
  if (codes === 'all') return 'all countries'
  if (!Array.isArray(codes) || codes.length === 0) return 'none'
  return codes.map((code) => regions.of(String(code)) ?? String(code)).join(', ')
}

const formatLimit =
  (format: Format): Format =>
  (value) =>
    value === null ? 'off' : format(value)

const INCENTIVE = {
  on: ['Status', formatSwitch],
  countries: ['Available in', formatCountries],
} as const

/** The description of each setting, by its name in the audit log. */
export const SETTINGS: Record<string, SettingDescription> = {
  operator: {
    title: 'Brand and operator',
    fields: {
      brand: ['Brand', formatPlain],
      legalName: ['Legal name', formatPlain],
      address: ['Registered address', formatPlain],
      email: ['Contact email', formatPlain],
      registration: ['Licence or registration', formatPlain],
    },
  },
  deposits: {
    title: 'Automatic credit',
    fields: { automaticUpTo: ['Credit deposits automatically up to', formatDollars] },
  },
  confirmations: {
    title: 'Confirmations',
    fields: {
      bitcoin: ['Bitcoin', formatConfirmations],
      bitcoinFrom1000: ['Bitcoin from $1,000', formatConfirmations],
      bitcoinFrom10000: ['Bitcoin from $10,000', formatConfirmations],
      ethereum: ['Ethereum and ERC-20', formatConfirmations],
      ethereumFrom1000: ['Ethereum and ERC-20 from $1,000', formatConfirmations],
      ethereumFrom10000: ['Ethereum and ERC-20 from $10,000', formatConfirmations],
    },
  },
  explorers: {
    title: 'Block explorers',
    fields: {
      bitcoin: ['Bitcoin', formatPlain],
      ethereum: ['Ethereum', formatPlain],
      tron: ['TRON', formatPlain],
    },
  },
  withdrawals: {
    title: 'Withdrawal controls',
    fields: {
      statedHours: ['Processing time', createCountFormatter('hour')],
      walletCoolDownHours: ['New-address hold', createCountFormatter('hour')],
      secondAdminFrom: ['Second approval from', formatDollars],
    },
  },
  plans: {
    title: 'High-target warning',
    fields: { targetWarningBps: ['Annualised threshold', formatShare] },
  },
  fees: {
    title: 'Withdrawal fee cap',
    fields: { ceiling: ['Maximum fee and minimum', formatDollars] },
  },
  monitoring: {
    title: 'Transaction monitoring',
    fields: {
      sumFrom: ['Deposits or withdrawals from', formatLimit(formatDollars)],
      sumDays: ['Sum over', createCountFormatter('day')],
      countFrom: ['Transactions in 24 hours from', formatLimit(String)],
      inOutPercent: ['Withdrawn again from', formatLimit((percent) => `${percent}%`)],
      inOutDays: ['Withdrawn again within', createCountFormatter('day')],
      sharedAddressFrom: ['Members with one address from', formatLimit(String)],
      nameMismatch: ['Another name than the verified one', formatLimit(String)],
    },
  },
  legal: {
    title: 'Versions of the legal texts',
    fields: {
      terms: ['Terms of Use', formatDateValue],
      riskDisclosure: ['Risk Disclosure', formatDateValue],
    },
  },
  referral: {
    title: 'Referral reward',
    fields: { ...INCENTIVE, percentageBps: ['Share of the first completed deposit', formatShare] },
  },
  campaigns: { title: 'Campaign availability', fields: INCENTIVE },
  countries: {
    title: 'Blocked countries',
    fields: { blocked: ['Countries', formatCountries] },
  },
  retention: {
    title: 'Retention',
    fields: {
      proofDays: ['Proofs of payment', createCountFormatter('day')],
      messageDays: ['Emails', createCountFormatter('day')],
      notificationDays: ['In-app notifications', createCountFormatter('day')],
      identityDays: ['Identity details and documents', createCountFormatter('day')],
    },
  },
  verification: {
    title: 'Identity verification',
    fields: {
      reviewDays: ['Promised review time', createCountFormatter('business day')],
      recheckDays: ['Default time to the re-check', createCountFormatter('day')],
    },
  },
}

export const TERMS: SettingDescription['fields'] = {
  quoteMinutes: ['Rate lock', createCountFormatter('minute')],
  withdrawalFee: ['Withdrawal fee', formatFee],
  minWithdrawal: ['Minimum withdrawal', formatDollars],
  effectiveFrom: ['Applies from', formatPlain],
}

export const PAUSABLE_LABELS: Record<string, string> = {
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  signUps: 'Sign-ups',
}

export const getMethodLabel = (code: string) =>
  METHOD_FACTS[code as PaymentMethodCode]?.label ?? code
