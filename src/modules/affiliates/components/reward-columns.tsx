import { toCents } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay, formatDateTime, When } from '#ui/figures/when.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import type { RewardState } from '../model.ts'
import type { StaffReward } from './calls.tsx'

const STATE_TAGS: Record<RewardState, [Tone, string]> = {
  waiting: ['progress', 'In queue'],
  due: ['wait', 'Due'],
  paid: ['ok', 'Paid'],
  refused: ['neutral', 'Declined'],
}
const KIND_LABELS: Record<StaffReward['kind'], string> = {
  referral: 'Referral',
  campaign: 'Campaign',
}

type MemberNames = ReadonlyMap<string, string>

const formatRewardReason = (row: StaffReward, names: MemberNames) =>
  row.kind === 'campaign'
    ? `Campaign ${names.get(row.campaign ?? '') ?? ''}`.trim()
    : `${KIND_LABELS.referral} of ${row.referred.name}`

/** Builds the columns of the rewards table; `names` are the names of the campaigns. */
export const buildRewardColumns = (names: MemberNames): readonly Column<StaffReward>[] => [
  {
    id: 'noted',
    header: 'Created',
    text: (row) => formatDateTime(row.notedAt, 'UTC'),
    cell: (row) => <When at={row.notedAt} timeZone="UTC" />,
    sort: (row) => row.notedAt,
    priority: 3,
  },
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
  },
  {
    id: 'what',
    header: 'For',
    text: (row) => formatRewardReason(row, names),
    cell: (row) => (
      <>
        {formatRewardReason(row, names)}
        {row.declineReason && (
          <>
            <br />
            <span className="meta muted">{row.declineReason}</span>
          </>
        )}
      </>
    ),
    priority: 2,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => STATE_TAGS[row.state][1],
    cell: (row) => <Tag tone={STATE_TAGS[row.state][0]}>{STATE_TAGS[row.state][1]}</Tag>,
  },
  {
    id: 'paid',
    header: 'Paid',
    text: (row) => (row.paidOn ? formatCalendarDay(row.paidOn) : ''),
    cell: (row) => row.paidOn && <CalendarDay day={row.paidOn} />,
    sort: (row) => row.paidOn ?? '',
    priority: 3,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    sort: (row) => toCents(row.amount),
    align: 'money',
  },
]

export const COLUMN_LABELS: Record<RewardState, string> = {
  waiting: 'In queue',
  due: 'Due',
  paid: 'Paid',
  refused: 'Declined',
}
