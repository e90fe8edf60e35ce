import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { formatProposalState, ProposalTag } from '../../components/approval-labels.tsx'
import { ApprovalHead, ApprovalReview } from '../../components/approval-review.tsx'
import { type ApprovalRow, toPlanRows, toProposalRow } from '../../components/approval-rows.tsx'
import { backofficeCalls, type ProposalLine } from '../../components/calls.tsx'
import {
  DecideProposal,
  type ProposalDecision,
  ProposalDialog,
} from '../../components/decide-proposal.tsx'

const HERE = '/admin-dashboard/approvals'
const STATES = ['waiting', 'approved', 'rejected', 'expired'] as const

const columns: readonly Column<ApprovalRow>[] = [
  {
    id: 'since',
    header: 'Proposed',
    text: (row) => formatDateTime(row.at, 'UTC'),
    cell: (row) => <When at={row.at} timeZone="UTC" />,
    sort: (row) => row.at,
    priority: 2,
  },
  {
    id: 'action',
    header: 'Action',
    text: (row) => `${row.action} ${row.subject}`,
    cell: (row) => (
      <>
        <span className="strong">{row.action}</span>
        <br />
        <span className="muted">{row.subject}</span>
      </>
    ),
    sub: (row) => row.by,
    sort: (row) => row.action,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => formatProposalState(row.state),
    cell: (row) => <ProposalTag state={row.state} />,
    priority: 2,
  },
  { id: 'by', header: 'Proposed by', text: (row) => row.by, priority: 3 },
  { id: 'decided', header: 'Decided by', text: (row) => row.decidedBy, priority: 3 },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => String(row.cents ?? ''),
    cell: ({ cents }) => (cents === undefined ? null : <Figure amount={cents} />),
    sort: (row) => row.cents ?? 0n,
    align: 'money',
  },
]

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
        lead={
          'Proposals that a second admin has to decide. The proposer can’t approve them.'
        }
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
          columns={columns}
          rowKey={(row) => row.id}
          {...approvals}
          empty={showsAll || state !== 'waiting' ? 'No proposals.' : 'No waiting proposals.'}
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

/** Displays a proposal and the buttons to decide it. */
function ProposalDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const [action, setAction] = useState<ProposalDecision>()
  const { data, isError, refetch } = useQuery(
    backofficeCalls.approval.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )
  const proposal = id ? data?.data : undefined

  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title="Proposal"
      aside={proposal && <ProposalTag state={proposal.state} />}
      foot={
        proposal?.state === 'waiting' && <DecideProposal proposal={proposal} onAction={setAction} />
      }
    >
      {isError && <ReadFailed onRetry={refetch} />}
      {!proposal && !isError && <SkeletonLines lines={8} />}
      {proposal && (
        <>
          <ApprovalHead proposal={proposal} />
          <ApprovalReview proposal={proposal} />
        </>
      )}
      {proposal && action && (
        <ProposalDialog
          action={action}
          proposal={proposal}
          onClose={() => setAction(undefined)}
          onAnswered={() => void queries.invalidateQueries()}
          onDone={() => setAction(undefined)}
        />
      )}
    </Drawer>
  )
}
