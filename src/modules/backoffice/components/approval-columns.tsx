import { toUsd } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { formatProposalState, ProposalTag } from './approval-labels.tsx'
import type { ApprovalRow } from './approval-rows.tsx'

/** The columns of the approvals list. */
export const approvalColumns: readonly Column<ApprovalRow>[] = [
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
    text: ({ cents }) => (cents === undefined ? '' : toUsd(cents)),
    cell: ({ cents }) => (cents === undefined ? null : <Figure amount={cents} />),
    sort: (row) => row.cents ?? 0n,
    align: 'money',
  },
]
