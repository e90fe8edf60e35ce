import { ButtonLink } from '#ui/actions/button.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { UserLine } from './calls.tsx'
import { formatUserName, formatUserStatus, getUserPath, UserStatusTag } from './user-labels.tsx'

export const USER_COLUMNS: readonly Column<UserLine>[] = [
  {
    id: 'id',
    header: 'ID',
    text: (row) => row._id,
    cell: (row) => <span className="mono">{row._id}</span>,
    sort: false,
    priority: 3,
  },
  {
    id: 'name',
    header: 'Name',
    text: formatUserName,
    cell: (row) => <span className="strong">{formatUserName(row)}</span>,
  },
  { id: 'email', header: 'Email', text: (row) => row.email, priority: 2 },
  {
    id: 'balance',
    header: 'Account Balance',
    text: (row) => row.withdrawable_balance,
    cell: (row) => <Figure amount={row.withdrawable_balance} />,
    align: 'money',
  },
  {
    id: 'registered',
    header: 'Registered Date, UTC',
    text: (row) => formatDateTime(row.createdAt, 'UTC'),
    cell: (row) => <When at={row.createdAt} timeZone="UTC" />,
    priority: 3,
  },
  {
    id: 'status',
    header: 'Status',
    text: (row) => formatUserStatus(row.status),
    cell: (row) => <UserStatusTag status={row.status} />,
    sort: false,
    priority: 2,
  },
  {
    id: 'manage',
    header: 'Manage user',
    text: () => '',
    sort: false,
    hideHeader: true,
    align: 'end',
    cell: (row) => (
      <ButtonLink size="sm" to={getUserPath(row._id)}>
        Manage user
        <span className="visually-hidden">: {formatUserName(row)}</span>
      </ButtonLink>
    ),
    priority: 2,
  },
]
