import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { StaffCampaign } from '#modules/campaigns/components/calls.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { REWARD_STATES } from '../model.ts'
import { affiliateCalls } from './calls.tsx'
import { buildRewardColumns, COLUMN_LABELS } from './reward-columns.tsx'

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
        columns={buildRewardColumns(names)}
        rows={data?.data}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty={
          'No rewards yet. A reward is created by the first completed deposit of a referred ' +
          'member or a campaign claim.'
        }
        exportName="rewards.csv"
        dense
        tools={
          <SelectField
            label={<span className="visually-hidden">Status</span>}
            name="state"
            value={state ?? ''}
            placeholder="All rewards"
            options={REWARD_STATES.map((value) => ({ value, label: COLUMN_LABELS[value] }))}
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
