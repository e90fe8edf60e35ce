import type { ReactNode } from 'react'
import { type Currency, formatAmount } from '#lib/money.ts'
import { Money } from '#ui/figures/money.tsx'
import { DayOf, When } from '#ui/figures/when.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { ProposalLine } from './calls.tsx'

const STATES: Record<ProposalLine['state'], [Tone, string]> = {
  waiting: ['wait', 'Waiting for approval'],
  approved: ['ok', 'Approved'],
  rejected: ['bad', 'Rejected'],
  expired: ['neutral', 'Expired'],
}

/** Returns the label of a proposal state. */
export const formatProposalState = (state: ProposalLine['state']) => STATES[state][1]

export function ProposalTag({ state }: { state: ProposalLine['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

const ACTION_LABELS: Record<string, string> = {
  'income.record': 'Income',
  'loss.record': 'Loss',
  'balance.adjust': 'Adjustment',
  'withdrawal.approve': 'Withdrawal',
  'books.unfreeze': 'End of the freeze',
  'member.reset-factor': 'Reset of a second factor',
  'member.restore-access': 'Stolen account restored',
  'staff.reset-factor': 'Reset of a staff second factor',
  'receiving-address.change': 'Receiving address',
  capital_paid_in: 'Capital paid in',
  capital_paid_out: 'Capital paid out',
  assets_placed: 'Plan assets placed',
  assets_returned: 'Plan assets returned',
  promotion_funded: 'Promotion funded',
  promotion_returned: 'Promotion returned',
  suspense_matched: 'Unmatched payment credited to a member',
  suspense_refunded: 'Unmatched payment refunded',
  custody_moved: 'Custody moved',
  converted: 'Currency converted',
  network_fee_paid: 'Network fee',
}

type Content = ProposalLine['content']
const readText = (content: Content, field: string) => {
  const value = content[field]
  return typeof value === 'string' ? value : undefined
}

/** Returns the label of the proposed action. */
export const formatProposalAction = ({
  permission,
  content,
}: Pick<ProposalLine, 'permission' | 'content'>) =>
  ACTION_LABELS[permission] ?? ACTION_LABELS[readText(content, 'kind') ?? ''] ?? permission

/** Returns the name of the member, plan or other subject. */
export function formatProposalSubject({
  permission,
  content,
  names,
  subject,
}: ProposalLine): string {
  if (permission === 'books.unfreeze') return 'the ledger'

  const resolveName = (id: string | undefined) => (id ? (names[id] ?? id) : undefined)

  return (
    resolveName(readText(content, 'planId')) ??
    readText(content, 'plan') ??
    resolveName(readText(content, 'memberId')) ??
    readText(content, 'name') ??
    subject
  )
}

/** Returns the amount in cents, or undefined for a proposal without a dollar amount. */
export const getProposalCents = ({
  content,
}: Pick<ProposalLine, 'content'>): bigint | undefined => {
  const cents =
    readText(content, 'cents') ?? readText(content, 'change') ?? readText(content, 'amount')
  return cents !== undefined && /^-?\d+$/.test(cents) ? BigInt(cents) : undefined
}

const LABELS: Record<string, string> = {
  plan: 'Plan',
  planId: 'Plan',
  memberId: 'Member',
  name: 'Staff member',
  email: 'Email',
  method: 'Method',
  source: 'Source',
  cause: 'Cause',
  reason: 'Reason',
  because: 'Frozen because',
  frozenAt: 'Frozen',
  change: 'Change',
  from: 'Balance when proposed',
  to: 'Balance after approval',
  cents: 'In dollars',
  amount: 'Amount',
  place: 'Held at',
  toPlace: 'To',
  observedAs: 'Receipt',
  destination: 'Destination',
  address: 'Address',
  coin: 'Coin',
  periodFrom: 'Period from',
  periodTo: 'Period to',
  evidenceSha256: 'Fingerprint of the evidence',
  paidFrom: 'Paid from',
  txid: 'Transaction',
}

const DOLLARS: ReadonlySet<string> = new Set(['cents', 'change', 'amount'])
const DAYS: ReadonlySet<string> = new Set(['periodFrom', 'periodTo'])
const LONG: ReadonlySet<string> = new Set(['evidenceSha256', 'address', 'txid', 'observedAs'])

type ProposalExcerpt = Pick<ProposalLine, 'permission' | 'content' | 'names'>

function renderValue(
  { permission, content, names }: ProposalExcerpt,
  field: string,
  value: string,
): ReactNode {
  if (DAYS.has(field)) return <DayOf day={value} />

  if (field === 'frozenAt')
    return (
      <>
        <When at={value} timeZone="UTC" /> UTC
      </>
    )

  if (field === 'from' && permission === 'loss.record')
    return value === 'assets' ? 'assets placed outside' : 'assets held'
  if (
    DOLLARS.has(field) ||
    (permission === 'balance.adjust' && (field === 'from' || field === 'to'))
  )
    return <Money amount={BigInt(value)} sign={field === 'change' ? 'always' : 'minus'} />
  if (LONG.has(field)) return <span className="mono meta anywhere">{value}</span>
  if (field === 'plan') return names[readText(content, 'planId') ?? ''] ?? value

  return field === 'memberId' || field === 'planId' ? (names[value] ?? value) : value
}

/** Returns a row with the exact amount in coin, if there is one. */
function buildUnitsRow({ content }: ProposalExcerpt): KeyValue[] {
  const units = readText(content, 'units')
  const currency = readText(content, 'currency') as Currency | undefined
  if (units === undefined || !currency || currency === 'USD') return []

  return [
    {
      label: 'In coin',
      value: <Money amount={formatAmount(BigInt(units), currency)} unit={currency} scale={0} />,
    },
  ]
}

/** Returns the integrity problems that ending the freeze accepts. */
function buildExceptionRows({ permission, content: { problems } }: ProposalExcerpt): KeyValue[] {
  if (permission !== 'books.unfreeze' || !Array.isArray(problems)) return []
  if (problems.length === 0)
    return [{ label: 'Accepted problems', value: 'None: the checks pass again' }]

  return problems.map((problem) => ({
    label: 'Accepted problem',
    value: <span className="anywhere">{String(problem)}</span>,
  }))
}

/** Returns the content of a proposal as labelled rows, without technical fields. */
export function buildContentRows(proposal: ProposalExcerpt): KeyValue[] {
  const { permission, content } = proposal
  const labels = content.plan === undefined ? LABELS : { ...LABELS, planId: undefined }
  const rows = Object.entries(labels).flatMap(([field, label]) => {
    const value = readText(content, field)
    if (!label || value === undefined) return []
    const rowLabel = permission === 'loss.record' && field === 'from' ? 'Lost from' : label
    return [{ label: rowLabel, value: renderValue(proposal, field, value) }]
  })

  return [...rows, ...buildUnitsRow(proposal), ...buildExceptionRows(proposal)]
}
