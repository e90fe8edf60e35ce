import { MINUTE_MS } from '#lib/dates.ts'
import { formatDuration } from '#ui/figures/span.ts'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { LEVEL_NAMES } from '../model.ts'
import type { VerificationLine } from './calls.tsx'
import { describeVerification, VerificationTag } from './verification-labels.tsx'

const describeAge = ({ submittedAt }: VerificationLine, now: number) =>
  submittedAt
    ? formatDuration(Math.max(0, Math.floor((now - Date.parse(submittedAt)) / MINUTE_MS)))
    : 'Not submitted'

export const buildVerificationColumns = (now: number): readonly Column<VerificationLine>[] => [
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => describeVerification(row)[1],
    cell: (row) => <VerificationTag one={row} />,
  },
  { id: 'level', header: 'Level', text: (row) => LEVEL_NAMES[row.level], priority: 2 },
  {
    id: 'age',
    header: 'Submitted',
    text: (row) => describeAge(row, now),
    cell: (row) => (row.submittedAt ? `${describeAge(row, now)} ago` : 'Not submitted'),
    sort: (row) => row.submittedAt ?? '',
    priority: 2,
  },
  {
    id: 'due',
    header: 'Promised by, UTC',
    text: (row) => (row.dueAt ? formatDateTime(row.dueAt, 'UTC') : ''),
    cell: (row) => (row.dueAt ? <When at={row.dueAt} timeZone="UTC" /> : null),
    sort: (row) => row.dueAt ?? '',
    priority: 3,
  },
  {
    id: 'provider',
    header: 'Reviewed by',
    text: (row) => (row.provider === 'desk' ? (row.decidedBy ?? 'Your staff') : 'Sumsub'),
    priority: 3,
  },
]
