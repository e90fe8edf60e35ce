import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { CaseLine } from './calls.tsx'

/** Returns the state of a case in words. */
export function describeCase({ status, waiting }: CaseLine): [Tone, string] {
  if (waiting) return ['progress', 'Dismissal proposed']
  if (status === 'open') return ['wait', 'Open']
  return status === 'true_match' ? ['bad', 'True match'] : ['neutral', 'False positive']
}

export function CaseTag({ one }: { one: CaseLine }) {
  const [tone, text] = describeCase(one)
  return <Tag tone={tone}>{text}</Tag>
}

/** Returns which of its member's cases one is: `1 of 4 cases of this member`. */
export const formatCaseNumber = (one: CaseLine, all: readonly CaseLine[]): string =>
  `${all.findIndex(({ _id }) => _id === one._id) + 1} of ${all.length} cases of this member`
