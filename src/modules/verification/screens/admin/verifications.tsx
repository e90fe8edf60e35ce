import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { verificationCalls } from '../../components/calls.tsx'
import { ComplianceTabs } from '../../components/compliance-tabs.tsx'
import { buildVerificationColumns } from '../../components/verification-columns.tsx'
import { STATUS_LABELS } from '../../components/verification-labels.tsx'
import { VERIFICATION_STATUSES, type VerificationStatus } from '../../model.ts'

const PATH = '/admin-dashboard/verifications'

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
          columns={buildVerificationColumns(query.dataUpdatedAt)}
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
