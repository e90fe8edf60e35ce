import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#modules/settings/components/house.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { When, whenText } from '#ui/figures/when.tsx'
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
import { ApprovalHead, ApprovalReview } from '../../components/approval-review.tsx'
import {
  aboutText,
  actText,
  centsIn,
  ProposalTag,
  proposalStateText,
} from '../../components/approval-words.tsx'
import { officeCalls, type ProposalLine } from '../../components/calls.tsx'
import { DecideProposal, type ProposalAct, ProposalDialog } from '../../components/decide-proposal.tsx'

const HERE = '/admin-dashboard/approvals'
const STATES = ['waiting', 'approved', 'rejected', 'expired'] as const

const proposer = ({ proposed: { by, mine } }: ProposalLine) => (mine ? `${by} (you)` : by)

const columns: readonly Column<ProposalLine>[] = [
  {
    id: 'since',
    header: 'Proposed',
    text: (row) => whenText(row.proposed.at, 'UTC'),
    cell: (row) => <When at={row.proposed.at} timeZone="UTC" />,
    sort: (row) => row.proposed.at,
    priority: 2,
  },
  {
    id: 'what',
    header: 'What',
    text: (row) => `${actText(row)} ${aboutText(row)}`,
    cell: (row) => (
      <>
        <span className="strong">{actText(row)}</span>
        <br />
        <span className="muted">{aboutText(row)}</span>
      </>
    ),
    sub: (row) => proposer(row),
    sort: actText,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => proposalStateText(row.state),
    cell: (row) => <ProposalTag state={row.state} />,
    priority: 2,
  },
  { id: 'by', header: 'Proposed by', text: proposer, priority: 3 },
  {
    id: 'decided',
    header: 'Decided by',
    text: (row) => row.decided?.by ?? '',
    priority: 3,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => String(centsIn(row) ?? ''),
    cell: (row) => {
      const cents = centsIn(row)
      return cents === undefined ? null : <Figure amount={cents} />
    },
    sort: (row) => centsIn(row) ?? 0n,
    align: 'money',
  },
]

export default function Approvals() {
  const [params] = useSearchParams()
  const all = params.get('state') === 'all'
  const state = STATES.find((one) => one === params.get('state')) ?? 'waiting'
  const list = useQuery(officeCalls.approvals.queryOptions({ input: { state: all ? undefined : state } }))
  const totals = useQuery(officeCalls.totals.queryOptions())
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()
  useRowKeys()
  return (
    <Stack>
      <PageTitle>Approvals</PageTitle>
      <PageHeading
        title="Approvals"
        lead="What one admin proposed and another has to decide on. Who proposed it never approves it."
      />
      <TabLinks
        label="Status"
        tabs={[
          ...STATES.map((one) => ({
            label: one === 'waiting' ? 'Waiting' : proposalStateText(one),
            to: one === 'waiting' ? HERE : `${HERE}?state=${one}`,
            current: !all && one === state,
            count: one === 'waiting' ? totals.data?.data.waiting_approvals : undefined,
          })),
          { label: 'All', to: `${HERE}?state=all`, current: all },
        ]}
      />
      <Panel flush>
        <DataTable
          caption="Proposals, newest first"
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row._id}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          empty={!all && state === 'waiting' ? 'Nothing waits for approval.' : 'Nothing here.'}
          exportName="approvals.csv"
          dense
          tools={<RowKeysHint />}
          selectedKey={openId}
          rowAct={{ onPress: (row) => open(row._id), label: (row) => `${actText(row)} ${aboutText(row)}` }}
          {...table}
        />
      </Panel>
      <ProposalDrawer id={openId} onClose={() => open(undefined)} />
    </Stack>
  )
}

/** Everything that a decision is about, and deciding. */
function ProposalDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const [act, setAct] = useState<ProposalAct>()
  const { data, isError, refetch } = useQuery(
    officeCalls.approval.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )
  const proposal = id ? data?.data : undefined
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title="Proposal"
      aside={proposal && <ProposalTag state={proposal.state} />}
      foot={proposal?.state === 'waiting' && <DecideProposal proposal={proposal} onAct={setAct} />}
    >
      {isError && <ReadFailed onRetry={refetch} />}
      {!proposal && !isError && <SkeletonLines lines={8} />}
      {proposal && (
        <>
          <ApprovalHead proposal={proposal} />
          <ApprovalReview proposal={proposal} />
        </>
      )}
      {proposal && act && (
        <ProposalDialog
          act={act}
          proposal={proposal}
          onClose={() => setAct(undefined)}
          onAnswered={() => void queries.invalidateQueries()}
          onDone={() => setAct(undefined)}
        />
      )}
    </Drawer>
  )
}
