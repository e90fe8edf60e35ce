import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { approvalColumns } from '../../components/approval-columns.tsx'
import { formatProposalState } from '../../components/approval-labels.tsx'
import { toPlanRows, toProposalRow } from '../../components/approval-rows.tsx'
import { backofficeCalls, type ProposalLine } from '../../components/calls.tsx'
import { ProposalDrawer } from '../../components/proposal-drawer.tsx'

const HERE = '/admin-dashboard/approvals'
const STATES = ['waiting', 'approved', 'rejected', 'expired'] as const

/** Reads the proposals of a state and, among waiting ones, the draft plans, newest first. */
function useApprovals(state: ProposalLine['state'] | undefined) {
  const list = useQuery(backofficeCalls.approvals.queryOptions({ input: { state } }))
  const drafts = state === undefined || state === 'waiting'
  const plans = useQuery(planCalls.all.queryOptions({ enabled: drafts }))
  const rows =
    list.data && (plans.data || !drafts)
      ? [
          ...list.data.data.map(toProposalRow),
          ...(drafts && plans.data ? toPlanRows(plans.data.data) : []),
        ].sort((one, other) => other.at.localeCompare(one.at))
      : undefined

  return {
    rows,
    failed: list.isError || (drafts && plans.isError),
    onRetry: () => void Promise.all([list.refetch(), ...(drafts ? [plans.refetch()] : [])]),
  }
}

export default function Approvals() {
  const [params] = useSearchParams()
  const showsAll = params.get('state') === 'all'
  const state = STATES.find((one) => one === params.get('state')) ?? 'waiting'
  const approvals = useApprovals(showsAll ? undefined : state)
  const totals = useQuery(backofficeCalls.totals.queryOptions())
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()
  const navigate = useNavigate()

  useRowKeys()

  return (
    <Stack>
      <PageTitle>Approvals</PageTitle>
      <PageHeading
        title="Approvals"
        lead={'Proposals that need a second admin. The proposer can’t approve their own.'}
      />
      <TabLinks
        label="Status"
        tabs={[
          ...STATES.map((one) => ({
            label: one === 'waiting' ? 'Waiting' : formatProposalState(one),
            to: one === 'waiting' ? HERE : `${HERE}?state=${one}`,
            current: !showsAll && one === state,
            count: one === 'waiting' ? totals.data?.data.waiting_approvals : undefined,
          })),
          { label: 'All', to: `${HERE}?state=all`, current: showsAll },
        ]}
      />
      <Panel flush>
        <DataTable
          caption="Proposals, newest first"
          columns={approvalColumns}
          rowKey={(row) => row.id}
          {...approvals}
          empty={showsAll || state !== 'waiting' ? 'No proposals.' : 'No proposals waiting.'}
          exportName="approvals.csv"
          dense
          tools={<RowKeysHint />}
          selectedKey={openId}
          rowAction={{
            onPress: (row) => (row.to ? void navigate(row.to) : open(row.id)),
            label: (row) => `${row.action} ${row.subject}`,
          }}
          {...table}
        />
      </Panel>
      <ProposalDrawer id={openId} onClose={() => open(undefined)} />
    </Stack>
  )
}
