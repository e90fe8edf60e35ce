import { PERMISSION_LABELS, type Permission } from '#modules/approvals/model.ts'
import { placeText } from '#modules/treasury/components/custody-labels.tsx'
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

/** The words for movements, which share permissions. */
const MOVEMENT_LABELS: Record<string, string> = {
  capital_paid_in: 'Capital contribution',
  capital_paid_out: 'Capital withdrawal',
  assets_placed: 'Plan asset placement',
  assets_returned: 'Return of plan assets',
  promotion_funded: 'Promotion funding',
  promotion_returned: 'Return of promotion funds',
  suspense_matched: 'Credit of an unmatched payment',
  suspense_refunded: 'Refund of an unmatched payment',
  custody_moved: 'Custody transfer',
  converted: 'Currency conversion',
  network_fee_paid: 'Network fee',
}

type Content = ProposalLine['content']
/** Returns a content field as text, or undefined. */
export const readText = (content: Content, field: string) => {
  const value = content[field]
  return typeof value === 'string' ? value : undefined
}

/** Returns the label of the proposed action. */
export const formatProposalAction = ({
  permission,
  content,
}: Pick<ProposalLine, 'permission' | 'content'>) =>
  MOVEMENT_LABELS[readText(content, 'kind') ?? ''] ??
  PERMISSION_LABELS[permission as Permission] ??
  permission

/** Returns the name of the member, plan, staff member or other subject. */
export function formatProposalSubject({
  permission,
  content,
  names,
  subject,
}: ProposalLine): string {
  if (permission === 'ledger.unfreeze') return 'the ledger'
  if (permission === 'payout-batch.cancel') return `Batch ${readText(content, 'number')}`
  if (permission === 'payout-batch.export') {
    const count = readText(content, 'withdrawals')?.split(' ').length
    return count === 1 ? '1 withdrawal' : `${count} withdrawals`
  }

  if (permission === 'break.explain')
    return placeText({
      place: readText(content, 'place') ?? '',
      currency: readText(content, 'currency') ?? '',
    })

  const resolveName = (id: string | undefined) => (id ? (names[id] ?? id) : undefined)

  return (
    resolveName(readText(content, 'planId')) ??
    readText(content, 'plan') ??
    resolveName(readText(content, 'memberId')) ??
    resolveName(readText(content, 'adminId')) ??
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
