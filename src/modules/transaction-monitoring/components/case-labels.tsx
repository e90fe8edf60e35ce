import { Tag, type Tone } from '#ui/status/tag.tsx'
import { STATUS_LABELS } from '../model.ts'
import type { CaseLine } from './calls.tsx'

const TONES: Record<CaseLine['status'], Tone> = {
  open: 'wait',
  cleared: 'neutral',
  suspicious: 'bad',
}

/** Returns the state of a case in words. */
export function describeCase({ status, waiting }: CaseLine): [Tone, string] {
  if (waiting) return ['progress', 'Clearance proposed']
  return [TONES[status], STATUS_LABELS[status]]
}

export function CaseTag({ one }: { one: CaseLine }) {
  const [tone, text] = describeCase(one)
  return <Tag tone={tone}>{text}</Tag>
}

/** Returns where staff see the transaction of a case. */
export const getTransactionPath = ({ transaction }: CaseLine) =>
  transaction.kind === 'deposit'
    ? `/admin-dashboard/alltransaction?open=${transaction._id}`
    : `/admin-dashboard/withdrawals?open=${transaction._id}`
