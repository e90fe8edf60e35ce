import { toCents } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import type { StaffCampaign } from './calls.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignFacts, STATE_TAGS, StateTag } from './campaign-facts.tsx'

const columns: readonly Column<StaffCampaign>[] = [
  {
    id: 'name',
    header: 'Campaign',
    text: (row) => `${row.name} ${row.code}`,
    cell: (row) => (
      <>
        <span className="strong">{row.name}</span> <span className="mono muted">{row.code}</span>
      </>
    ),
    sort: (row) => row.name,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => STATE_TAGS[row.state][1],
    cell: (row) => <StateTag state={row.state} />,
  },
  {
    id: 'days',
    header: 'Days',
    text: (row) => `${formatCalendarDay(row.startsOn)} to ${formatCalendarDay(row.endsOn)}`,
    sort: (row) => row.startsOn,
    priority: 2,
  },
  ...(['amount', 'used', 'budget'] as const).map(
    (field): Column<StaffCampaign> => ({
      id: field,
      header: { amount: 'Amount per claim', used: 'Used', budget: 'Budget, USD' }[field],
      text: (row) => row[field],
      cell: (row) => <Figure amount={row[field]} />,
      sort: (row) => toCents(row[field]),
      align: 'money',
      priority: field === 'budget' ? 2 : 3,
    }),
  ),
]

type Props = {
  campaigns: readonly StaffCampaign[] | undefined
  failed: boolean
  onRetry: () => void
}

/** Lists all campaigns; a row opens its text and its budget. */
export function CampaignsTable({ campaigns, failed, onRetry }: Props) {
  const { openId, open } = useOpenRow()
  const state = useUrlTableState()

  useRowKeys()

  const campaign = campaigns?.find(({ _id }) => _id === openId)

  return (
    <Panel flush>
      <DataTable
        caption="Campaigns, newest first"
        columns={columns}
        rows={campaigns}
        rowKey={(row) => row._id}
        failed={failed}
        onRetry={onRetry}
        empty="No campaigns yet."
        exportName="campaigns.csv"
        dense
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAction={{ onPress: (row) => open(row._id), label: (row) => `${row.name} ${row.code}` }}
        {...state}
      />
      <Drawer
        open={campaign !== undefined}
        onClose={() => open(undefined)}
        title="Campaign"
        aside={campaign && <StateTag state={campaign.state} />}
        foot={campaign && campaign.state !== 'ended' && <CampaignActions campaign={campaign} />}
      >
        {campaign && <CampaignFacts campaign={campaign} />}
      </Drawer>
    </Panel>
  )
}
