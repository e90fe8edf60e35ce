import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { formatDuration } from '#ui/figures/span.ts'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { type VerificationLine, verificationCalls } from '../../components/calls.tsx'
import { ComplianceTabs } from '../../components/compliance-tabs.tsx'
import {
  describeVerification,
  STATUS_LABELS,
  VerificationTag,
} from '../../components/verification-labels.tsx'
import { LEVEL_NAMES, VERIFICATION_STATUSES, type VerificationStatus } from '../../model.ts'

const PATH = '/admin-dashboard/verifications'
const MINUTE_MS = 60_000

const describeAge = ({ submittedAt }: VerificationLine, now: number) =>
  submittedAt
    ? formatDuration(Math.max(0, Math.floor((now - Date.parse(submittedAt)) / MINUTE_MS)))
    : 'Not submitted'

const buildColumns = (now: number): readonly Column<VerificationLine>[] => [
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

/** The status in the address; those in review unless another is chosen. */
function useStatus(): VerificationStatus | undefined {
  const [params] = useSearchParams()
  const chosen = params.get('status')
  if (chosen === 'all') return undefined

  return VERIFICATION_STATUSES.find((status) => status === chosen) ?? 'in_review'
}

function StatusTabs({ status, inReview }: { status?: string | undefined; inReview?: number }) {
  const tabs = (['in_review', ...VERIFICATION_STATUSES, 'all'] as const)
    .filter((value, at, all) => all.indexOf(value) === at)
    .map((value) => ({
      label: value === 'all' ? 'All' : STATUS_LABELS[value][1],
      to: `${PATH}?status=${value}`,
      current: value === (status ?? 'all'),
      count: value === 'in_review' ? inReview : undefined,
    }))

  return <TabLinks label="State" tabs={tabs} />
}

const describeOverdue = (count: number) =>
  count === 1
    ? '1 verification is past the time that its member was promised.'
    : `${count} verifications are past the time that their members were promised.`

export default function Verifications() {
  const status = useStatus()
  const query = useQuery(verificationCalls.queue.queryOptions({ input: status ? { status } : {} }))
  const may = usePermission('identity.pass')
  const table = useUrlTableState()
  const data = query.data?.data

  useRowKeys()

  return (
    <Stack>
      <PageTitle>Verifications</PageTitle>
      <PageHeading
        title="Verifications"
        lead="Members verify their identity with documents. The most overdue comes first."
      />
      <ComplianceTabs />
      {may === false && <Callout tone="info">{describeDeciders('identity.pass')}</Callout>}
      {data !== undefined && data.overdue > 0 && (
        <Callout tone="caution">{describeOverdue(data.overdue)}</Callout>
      )}
      <StatusTabs status={status} {...(data && { inReview: data.inReview })} />
      <Panel title="Verifications" flush>
        <DataTable
          caption="Verifications"
          columns={buildColumns(query.dataUpdatedAt)}
          rows={data?.verifications}
          rowKey={(row) => row._id}
          failed={query.isError && !query.data}
          onRetry={() => void query.refetch()}
          empty={status === 'in_review' ? 'Nothing waits for a review.' : 'No verifications.'}
          exportName="verifications.csv"
          dense
          tools={<RowKeysHint />}
          rowAction={{ to: (row) => `${PATH}/${row._id}`, label: (row) => row.member.name }}
          {...table}
        />
      </Panel>
    </Stack>
  )
}
