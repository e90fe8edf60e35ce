import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { toCents } from '#lib/money.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { ComplianceTabs } from '#modules/verification/components/compliance-tabs.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
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
import { type CaseLine, monitoringCalls } from '../../components/calls.tsx'
import { CaseDrawer } from '../../components/case-drawer.tsx'
import { CaseTag, describeCase } from '../../components/case-labels.tsx'
import { RULE_LABELS } from '../../model.ts'

const columns: readonly Column<CaseLine>[] = [
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => describeCase(row)[1],
    cell: (row) => <CaseTag one={row} />,
  },
  { id: 'rule', header: 'Rule', text: (row) => RULE_LABELS[row.rule] },
  {
    id: 'transaction',
    header: 'Transaction',
    text: (row) => (row.transaction.kind === 'deposit' ? 'Deposit' : 'Withdrawal'),
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: (row) => row.transaction.amount,
    cell: (row) => <Money amount={row.transaction.amount} />,
    sort: (row) => toCents(row.transaction.amount),
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

export default function Monitoring() {
  const query = useQuery(monitoringCalls.cases.queryOptions({ input: {} }))
  const may = usePermission('monitoring.investigate')
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()
  const data = query.data?.data

  useRowKeys()

  return (
    <Stack>
      <PageTitle>Transaction monitoring</PageTitle>
      <PageHeading
        title="Transaction monitoring"
        lead={
          'Rules look for unusual deposits and withdrawals. A transaction found by a rule is on ' +
          'hold until two admins clear it.'
        }
      />
      <ComplianceTabs />
      {may === false && <Callout tone="info">{describeDeciders('monitoring.investigate')}</Callout>}
      {data?.rules === 0 && (
        <Callout tone="info">
          All rules are off. An owner can turn them on under{' '}
          <TextLink to="/admin-dashboard/settings">Settings</TextLink>.
        </Callout>
      )}
      <Panel title="Cases" flush>
        <DataTable
          caption="Cases, open ones first"
          columns={columns}
          rows={data?.cases}
          rowKey={(row) => row._id}
          failed={query.isError && !query.data}
          onRetry={() => void query.refetch()}
          empty="No cases. No rule has found a transaction."
          exportName="monitoring.csv"
          dense
          tools={<RowKeysHint />}
          selectedKey={openId}
          rowAction={{ onPress: (row) => open(row._id), label: (row) => row.member.name }}
          {...table}
        />
      </Panel>
      <CaseDrawer
        one={data?.cases.find(({ _id }) => _id === openId)}
        onClose={() => open(undefined)}
      />
    </Stack>
  )
}
