import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { VerificationStatus } from '../model.ts'

export const STATUS_LABELS: Record<VerificationStatus, [Tone, string]> = {
  waiting_for_member: ['neutral', 'Waiting for the member'],
  in_review: ['wait', 'In review'],
  passed: ['ok', 'Passed'],
  try_again: ['progress', 'Try again'],
  refused: ['bad', 'Refused'],
  expired: ['neutral', 'Expired'],
}

type Described = { status: VerificationStatus; overdue: boolean; waiting: object | null }

/** Returns the state of a verification in words. */
export function describeVerification({ status, overdue, waiting }: Described): [Tone, string] {
  if (status === 'in_review' && waiting) return ['progress', 'Refusal proposed']
  if (overdue) return ['bad', 'Overdue']

  return STATUS_LABELS[status]
}

export function VerificationTag({ one }: { one: Described }) {
  const [tone, text] = describeVerification(one)
  return <Tag tone={tone}>{text}</Tag>
}
