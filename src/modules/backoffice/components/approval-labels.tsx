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

export const formatProposalState = (state: ProposalLine['state']) => STATES[state][1]

export function ProposalTag({ state }: { state: ProposalLine['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

const ACTS: Record<string, string> = {
  'income.record': 'Income',
  'loss.record': 'Loss',
  'balance.adjust': 'Adjustment',
  'withdrawal.approve': 'Withdrawal',
  'books.unfreeze': 'End of the freeze',
  'member.reset-factor': 'Reset of a second factor',
  'member.restore-access': 'Stolen account given back',
  'staff.reset-factor': 'Reset of a second factor of the staff',
  'receiving-address.change': 'Receiving address',
  capital_paid_in: 'Capital paid in',
  capital_paid_out: 'Capital paid out',
  assets_placed: 'Plan assets placed',
  assets_returned: 'Plan assets returned',
  promotion_funded: 'Promotion funded',
  promotion_returned: 'Promotion returned',
  suspense_matched: 'Unmatched payment given to a member',
  suspense_refunded: 'Unmatched payment sent back',
  custody_moved: 'Custody moved',
  converted: 'Currency converted',
  network_fee_paid: 'Network fee',
}

type Content = ProposalLine['content']
const readText = (content: Content, field: string) => {
  const value = content[field]
  return typeof value === 'string' ? value : undefined
}

/** What is proposed, in a word or two. */
export const formatProposalAction = ({
  permission,
  content,
}: Pick<ProposalLine, 'permission' | 'content'>) =>
  ACTS[permission] ?? ACTS[readText(content, 'kind') ?? ''] ?? permission

/** Whom or what it is about, by name. */
export function formatProposalSubject({
  permission,
  content,
  names,
  subject,
}: ProposalLine): string {
  if (permission === 'books.unfreeze') return 'all of the books'

  const resolveName = (id: string | undefined) => (id ? (names[id] ?? id) : undefined)

  return (
    resolveName(readText(content, 'planId')) ??
    readText(content, 'plan') ??
    resolveName(readText(content, 'memberId')) ??
    readText(content, 'name') ??
    subject
  )
}

/** How much it is about in cents, as text; nothing where it is about no dollars. */
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
  name: 'Of the staff',
  email: 'At the address',
  method: 'Method',
  source: 'Source',
  cause: 'Cause',
  reason: 'Reason',
  because: 'Frozen because',
  frozenAt: 'Frozen',
  change: 'Change',
  from: 'Balance when proposed',
  to: 'Balance after it',
  cents: 'In dollars',
  amount: 'Amount',
  place: 'Held at',
  toPlace: 'To',
  observedAs: 'Receipt',
  destination: 'Goes to',
  address: 'To the address',
  coin: 'In',
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
    return value === 'assets' ? 'what was placed outside' : 'what is held'
  if (
    DOLLARS.has(field) ||
    (permission === 'balance.adjust' && (field === 'from' || field === 'to'))
  )
    return <Money amount={BigInt(value)} sign={field === 'change' ? 'always' : 'minus'} />
  if (LONG.has(field)) return <span className="mono meta anywhere">{value}</span>
  if (field === 'plan') return names[readText(content, 'planId') ?? ''] ?? value

  return field === 'memberId' || field === 'planId' ? (names[value] ?? value) : value
}

/** Coin as it came or goes, exact. */
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

/** What of a freeze goes on being wrong, and is let stand by ending it. */
function buildExceptionRows({ permission, content: { problems } }: ProposalExcerpt): KeyValue[] {
  if (permission !== 'books.unfreeze' || !Array.isArray(problems)) return []
  if (problems.length === 0)
    return [{ label: 'Let stand', value: 'Nothing: it is not found any more' }]

  return problems.map((problem) => ({
    label: 'Let stand',
    value: <span className="anywhere">{String(problem)}</span>,
  }))
}

/**
 * Everything that a decision is about, in the order in which it is read; what only machines read is
 * left out.
 */
export function buildContentRows(proposal: ProposalExcerpt): KeyValue[] {
  const { permission, content } = proposal
  const known = content.plan === undefined ? LABELS : { ...LABELS, planId: undefined }
  const rows = Object.entries(known).flatMap(([field, label]) => {
    const value = readText(content, field)
    if (!label || value === undefined) return []
    const named = permission === 'loss.record' && field === 'from' ? 'Lost of' : label
    return [{ label: named, value: renderValue(proposal, field, value) }]
  })

  return [...rows, ...buildUnitsRow(proposal), ...buildExceptionRows(proposal)]
}
