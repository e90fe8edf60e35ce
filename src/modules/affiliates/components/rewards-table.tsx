import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { toCents } from '#lib/money.ts'
import type { StaffCampaign } from '#modules/campaigns/components/calls.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { DayOf, formatCalendarDay, formatDateTime, When } from '#ui/figures/when.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { REWARD_STATES, type RewardState } from '../model.ts'
import { affiliateCalls, type StaffReward } from './calls.tsx'

const STATES: Record<RewardState, [Tone, string]> = {
  waiting: ['progress', 'Waits for its turn'],
  due: ['wait', 'Due'],
  paid: ['ok', 'Paid'],
  refused: ['neutral', 'None'],
}
const KINDS: Record<StaffReward['kind'], string> = { referral: 'Invitation', campaign: 'Campaign' }

type Names = ReadonlyMap<string, string>

const formatRewardReason = (row: StaffReward, names: Names) =>
  row.kind === 'campaign'
    ? `Campaign ${names.get(row.campaign ?? '') ?? ''}`.trim()
    : `${KINDS.referral} of ${row.referred.name}`

const buildColumns = (names: Names): readonly Column<StaffReward>[] => [
  {
    id: 'noted',
    header: 'Noted',
    text: (row) => formatDateTime(row.notedAt, 'UTC'),
    cell: (row) => <When at={row.notedAt} timeZone="UTC" />,
    sort: (row) => row.notedAt,
    priority: 3,
  },
  {
    id: 'member',
    header: 'Rewarded',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
    sub: (row) => formatRewardReason(row, names),
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
    text: (row) => STATES[row.state][1],
    cell: (row) => <Tag tone={STATES[row.state][0]}>{STATES[row.state][1]}</Tag>,
  },
  {
    id: 'paid',
    header: 'Paid',
    text: (row) => (row.paidOn ? formatCalendarDay(row.paidOn) : ''),
    cell: (row) => row.paidOn && <DayOf day={row.paidOn} />,
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

const LABELS: Record<RewardState, string> = {
  waiting: 'Waiting for their turn',
  due: 'Due',
  paid: 'Paid',
  refused: 'Refused',
}

/** Lists all rewards, rejected ones with the reason. */
export function RewardsTable({
  campaigns = [],
}: {
  campaigns: readonly StaffCampaign[] | undefined
}) {
  const [params, setParams] = useSearchParams()
  const state = REWARD_STATES.find((one) => one === params.get('state'))
  const { data, isError, refetch } = useQuery(
    affiliateCalls.rewards.queryOptions({ input: { state } }),
  )
  const table = useUrlTableState()
  const names = new Map(campaigns.map(({ _id, name }) => [_id, name]))
  const choose = (next: string) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next) changed.set('state', next)
        else changed.delete('state')
        return changed
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <Panel flush>
      <DataTable
        caption="Rewards, newest first"
        columns={buildColumns(names)}
        rows={data?.data}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty={
          'No reward yet. The first completed deposit of an invited member, or with a campaign, ' +
          'creates one.'
        }
        exportName="rewards.csv"
        dense
        tools={
          <SelectField
            label={<span className="visually-hidden">Status</span>}
            name="state"
            value={state ?? ''}
            placeholder="All rewards"
            options={REWARD_STATES.map((value) => ({ value, label: LABELS[value] }))}
            onChange={(event) => choose(event.target.value)}
          />
        }
        rowAction={{
          to: (row) => `/admin-dashboard/manage-user/${row.member._id}`,
          label: (row) => row.member.name,
        }}
        {...table}
      />
    </Panel>
  )
}
