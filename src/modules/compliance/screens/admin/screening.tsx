import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { ComplianceTabs } from '#modules/verification/components/compliance-tabs.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { type CaseLine, complianceCalls } from '../../components/calls.tsx'
import { CaseDrawer } from '../../components/case-drawer.tsx'
import { CaseTag, describeCase, formatCaseNumber } from '../../components/case-labels.tsx'
import { ListPanel } from '../../components/list-panel.tsx'
import { LIST_NAMES } from '../../model.ts'

/** A case with all cases of its member, in the order of the queue. */
type CaseRow = CaseLine & { all: readonly CaseLine[] }

function toRows(cases: readonly CaseLine[]): CaseRow[] {
  const byMember = Map.groupBy(cases, ({ member }) => member._id)

  return cases.map((one) => ({ ...one, all: byMember.get(one.member._id) ?? [one] }))
}

/** Returns the member of a row and, of several cases, which one it is. */
const formatRow = (row: CaseRow): string =>
  row.all.length > 1 ? `${row.member.name} ${formatCaseNumber(row, row.all)}` : row.member.name

const columns: readonly Column<CaseRow>[] = [
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => (
      <>
        <span className="strong">{row.member.name}</span>
        {row.all.length > 1 && (
          <>
            <br />
            <span className="muted">{formatCaseNumber(row, row.all)}</span>
          </>
        )}
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => describeCase(row)[1],
    cell: (row) => <CaseTag one={row} />,
  },
  { id: 'matched', header: 'Matched name', text: (row) => row.matchedName, priority: 2 },
  { id: 'list', header: 'List', text: (row) => LIST_NAMES[row.source], priority: 3 },
  {
    id: 'score',
    header: 'Similarity',
    text: (row) => `${row.score} of 100`,
    sort: (row) => row.score,
    align: 'end',
    priority: 2,
  },
  {
    id: 'opened',
    header: 'Opened, UTC',
    text: (row) => formatDateTime(row.openedAt, 'UTC'),
    cell: (row) => <When at={row.openedAt} timeZone="UTC" />,
    sort: (row) => row.openedAt,
    priority: 3,
  },
]

const describeDue = (due: number) =>
  due === 1 ? '1 member is still to be screened.' : `${due} members are still to be screened.`

export default function Screening() {
  const query = useQuery(complianceCalls.cases.queryOptions({ input: {} }))
  const may = usePermission('screening.confirm')
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()
  const data = query.data?.data
  const rows = data && toRows(data.cases)
  const opened = rows?.find(({ _id }) => _id === openId)
  const failed = query.isError && !query.data

  useRowKeys()

  return (
    <Stack>
      <PageTitle>Screening</PageTitle>
      <PageHeading
        title="Screening"
        lead={
          'Members are compared with the official sanctions lists. A member who resembles a ' +
          'listed person is neither credited nor paid until two admins dismiss the case.'
        }
      />
      <ComplianceTabs />
      {may === false && <Callout tone="info">{describeDeciders('screening.confirm')}</Callout>}
      {data !== undefined && data.due > 0 && <Callout tone="info">{describeDue(data.due)}</Callout>}
      <Panel title="Cases" flush>
        <DataTable
          caption="Cases by member, members with an open case first"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          failed={failed}
          onRetry={() => void query.refetch()}
          empty="No cases. No member resembles a listed person."
          exportName="screening.csv"
          dense
          tools={<RowKeysHint />}
          selectedKey={openId}
          rowAction={{ onPress: (row) => open(row._id), label: formatRow }}
          {...table}
        />
      </Panel>
      <ListPanel lists={data?.lists} failed={failed} onRetry={() => void query.refetch()} />
      <CaseDrawer one={opened} all={opened?.all ?? []} onClose={() => open(undefined)} />
    </Stack>
  )
}
