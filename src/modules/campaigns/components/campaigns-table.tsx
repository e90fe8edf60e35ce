import { toCents } from '#lib/money.ts'
import { Figure, Money } from '#ui/figures/money.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { DayOf, formatCalendarDay, When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import type { StaffCampaign } from './calls.tsx'
import { CampaignActions } from './campaign-actions.tsx'

const STATES: Record<StaffCampaign['state'], [Tone, string]> = {
  draft: ['wait', 'Draft'],
  published: ['ok', 'Published'],
  ended: ['neutral', 'Ended'],
}

const StateTag = ({ state }: { state: StaffCampaign['state'] }) => (
  <Tag tone={STATES[state][0]}>{STATES[state][1]}</Tag>
)

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
    sub: (row) => (
      <>
        Until <DayOf day={row.endsOn} />
      </>
    ),
    sort: (row) => row.name,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => STATES[row.state][1],
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
      header: { amount: 'Amount each', used: 'Used', budget: 'Budget, USD' }[field],
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
        empty="No campaign yet."
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

function CampaignFacts({ campaign }: { campaign: StaffCampaign }) {
  const { name, code, text, amount, budget, used, startsOn, endsOn } = campaign
  return (
    <>
      <h3>{name}</h3>
      <p>{text}</p>
      <DrawerPart title="What it is">
        <KeyValues
          rows={[
            { label: 'Link', value: <span className="mono">/signup?campaign={code}</span> },
            { label: 'Amount each', value: <Money amount={amount} /> },
            { label: 'First day', value: <DayOf day={startsOn} /> },
            { label: 'Last day', value: <DayOf day={endsOn} /> },
          ]}
        />
      </DrawerPart>
      <DrawerPart title="Budget">
        <Progress
          label={`${used} of ${budget} dollars used`}
          value={Number(used)}
          max={Number(budget)}
          start={
            <>
              <Money amount={used} /> used
            </>
          }
          end={
            <>
              of <Money amount={budget} />
            </>
          }
        />
      </DrawerPart>
      <DrawerPart title="What has happened">
        <p>
          Written down <When at={campaign.createdAt} timeZone="UTC" /> UTC
        </p>
        {campaign.publishedAt && (
          <p>
            Published <When at={campaign.publishedAt} timeZone="UTC" /> UTC
          </p>
        )}
        {campaign.endedAt && (
          <p>
            Ended early <When at={campaign.endedAt} timeZone="UTC" /> UTC: {campaign.endedBecause}
          </p>
        )}
      </DrawerPart>
    </>
  )
}
