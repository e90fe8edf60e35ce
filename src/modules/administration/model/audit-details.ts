import { formatDay, formatUtcMinute, isDay } from '#lib/dates.ts'
import { CURRENCIES, type Currency, formatGroupedAmount, formatUsd } from '#lib/money.ts'
import { PERMISSION_LABELS, type Permission } from '#modules/approvals/model.ts'
import { describeProblem } from '#modules/integrity/model.ts'
import { formatRate } from '#modules/market/model.ts'
import { describeAuditAction, formatIdentifier } from './audit-actions.ts'
import { describeSettingChange } from './setting-changes.ts'

type Details = Readonly<Record<string, unknown>>
/** A line of an event's details: a label and its value in words; `id` where it names a record. */
export type AuditDetail = { label: string; text: string; id?: string }

/** Labels that differ from the field's name. */
const LABELS: Record<string, string> = {
  about: 'Subject',
  address: 'Address',
  after: 'After',
  arrivedAt: 'Payment first seen',
  assigned_to: 'Assigned to',
  assignedTo: 'Assigned to',
  balance: 'External balance',
  before: 'Before',
  because: 'Reason',
  cents: 'Amount',
  count: 'Count',
  coinAmount: 'Crypto amount',
  dueAt: 'Due',
  dueOn: 'Due',
  effectiveFrom: 'Applies from',
  evidenceSha256: 'Evidence (SHA-256)',
  evidenceType: 'Evidence file type',
  evidenceKey: 'Evidence file',
  funded: 'Paid from income',
  how: 'Backup type',
  maxAmount: 'Maximum',
  minAmount: 'Minimum',
  observedAs: 'Receipt',
  observedIn: 'Observed in',
  opensPlace: 'New location',
  place: 'Location',
  planId: 'Plan',
  planVersionId: 'Plan version',
  positionId: 'Position',
  memberId: 'Member',
  principal: 'Invested',
  reviewOn: 'Review date',
  seq: 'Journal number',
  session: 'Session',
  targetBps: 'Target return',
  termDays: 'Term',
  toCurrency: 'To currency',
  toPlace: 'To',
  toUnits: 'To amount',
  txid: 'Transaction',
  units: 'Amount in currency',
  wasIn: 'Previous location',
}

const DOLLARS: ReadonlySet<string> = new Set([
  'amount',
  'budget',
  'cents',
  'change',
  'credited',
  'due',
  'fee',
  'funded',
  'maxAmount',
  'minAmount',
  'paid',
  'principal',
  'requested',
])
/** Texts of another module's identifiers that are formatted as labels. */
const IDENTIFIERS: ReadonlySet<string> = new Set([
  'as',
  'by',
  'cause',
  'family',
  'how',
  'kind',
  'method',
  'paidFrom',
  'queue',
  'role',
  'source',
  'state',
])
const IS_ID = /^[a-z]{2,5}_[0-9a-z]{20}$/

/** Returns whether a text is the id of a record. */
export const isRecordId = (text: string): boolean => IS_ID.test(text)

const IS_INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const isInteger = (value: unknown): value is string | number =>
  /^-?\d+$/.test(String(value ?? '')) && typeof value !== 'boolean'
const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the currency of an amount: that of a named field, or the one that the account holds. */
function findCurrency(details: Details, field: string): Currency | undefined {
  const account = String(details.account ?? '')
  const named = details[field] ?? account.split(':').at(-1)
  return CURRENCIES.find((currency) => currency === named)
}

const UNIT_FIELDS: Record<string, string> = {
  units: 'currency',
  toUnits: 'toCurrency',
  coinAmount: 'coin',
  received: 'receivedIn',
  difference: 'currency',
}

function formatUnits(details: Details, field: string, value: string | number): string {
  const currency = findCurrency(details, UNIT_FIELDS[field] ?? '')
  if (!currency) return String(value)
  if (currency === 'USD') return formatUsd(BigInt(value))
  return `${formatGroupedAmount(BigInt(value), currency)} ${currency}`
}

const formatBps = (value: string | number) => `${Number(value) / 100}%`
const formatBytes = (value: string | number) =>
  `${(Number(value) / 1_000_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`

function formatNumber(details: Details, field: string, value: string | number): string {
  if (field in UNIT_FIELDS) return formatUnits(details, field, value)
  if (DOLLARS.has(field)) return formatUsd(BigInt(value))
  if (field === 'rate') return formatUsdRate(value)
  if (field.endsWith('Bps')) return formatBps(value)
  if (field === 'bytes') return formatBytes(value)
  if (field === 'termDays') return `${value} days`
  return String(value)
}

const formatUsdRate = (value: string | number) => `$${formatRate(BigInt(value))} per unit`

const formatList = (values: readonly unknown[]): string =>
  values.length === 0 ? 'none' : values.map((value) => formatValue({}, '', value)).join('; ')

const formatFields = (fields: Details): string => {
  const { problem, subject } = fields
  if (typeof problem === 'string' && typeof subject === 'string')
    return describeProblem({ problem, subject })

  const lines = Object.entries(fields).map(
    ([field, value]) => `${formatLabel(field).toLowerCase()} ${formatValue(fields, field, value)}`,
  )
  return lines.length === 0 ? 'none' : lines.join(', ')
}

const formatLabel = (field: string): string => LABELS[field] ?? formatIdentifier(field)

function formatText(field: string, text: string): string {
  if (text === '') return 'none'
  if (text in PERMISSION_LABELS) return PERMISSION_LABELS[text as Permission]
  if (IS_INSTANT.test(text)) return formatUtcMinute(text)
  if (isDay(text)) return formatDay(text)
  return IDENTIFIERS.has(field) && /^[A-Za-z_-]+$/.test(text) ? formatIdentifier(text) : text
}

function formatValue(details: Details, field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isInteger(value)) return formatNumber(details, field, value)
  if (Array.isArray(value)) return formatList(value)
  if (isDetails(value)) return formatFields(value)

  return formatText(field, String(value))
}

/** Adjustments and balances give their sums before and after as cents too. */
const BALANCE_FIELDS: Record<string, string> = { from: 'Balance before', to: 'Balance after' }

function describeDetail(action: string, details: Details, field: string): AuditDetail {
  const value = details[field]
  const balance = action === 'balance.adjusted' ? BALANCE_FIELDS[field] : undefined
  if (balance && isInteger(value)) return { label: balance, text: formatUsd(BigInt(value)) }

  const label = formatLabel(field)
  return typeof value === 'string' && IS_ID.test(value)
    ? { label, text: value, id: value }
    : { label, text: formatValue(details, field, value) }
}

/** Returns the details of an audit event as labels and values in words. */
export function describeAuditDetails(
  action: string,
  subject: string,
  details: Details,
): AuditDetail[] {
  if (action === 'setting.changed')
    return describeSettingChange(subject, details).changes.map((text) => ({
      label: 'Change',
      text,
    }))

  if (action === 'setting.change-cancelled')
    return describeSettingChange(subject, { before: {}, after: details.changes }).changes.map(
      (text) => ({ label: 'Cancelled change', text }),
    )

  if (action.startsWith('proposal.') && typeof details.about === 'string') {
    const { about, ...rest } = details
    return [
      ...describeFields(action, rest),
      {
        label: 'Subject',
        text: String(about),
        ...(IS_ID.test(String(about)) && { id: `${about}` }),
      },
    ]
  }

  return describeFields(action, details)
}

const describeFields = (action: string, details: Details): AuditDetail[] =>
  Object.keys(details).map((field) => describeDetail(action, details, field))

/** Returns an audit event as one line, for a list and for a screen reader. */
export const describeAuditEvent = ({ action, actor }: { action: string; actor: string }): string =>
  `${describeAuditAction(action)} by ${actor}`
