import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { UserLine } from './calls.tsx'
import { formatUserName, formatUserStatus, getUserPath, UserStatusTag } from './user-labels.tsx'

const columns: readonly Column<UserLine>[] = [
  {
    id: 'name',
    header: 'Name',
    text: formatUserName,
    cell: (row) => <span className="strong">{formatUserName(row)}</span>,
    sort: false,
  },
  {
    id: 'registered',
    header: 'Registered Date',
    text: (row) => row.createdAt,
    cell: (row) => <When at={row.createdAt} timeZone="UTC" />,
    sort: false,
    priority: 2,
  },
  {
    id: 'status',
    header: 'Status',
    text: (row) => formatUserStatus(row.status),
    cell: (row) => <UserStatusTag status={row.status} />,
    sort: false,
  },
]

type Props = { users: readonly UserLine[] | undefined; failed: boolean; onRetry: () => unknown }

/** Lists the members who signed up last. */
export const LatestUsers = ({ users, failed, onRetry }: Props) => (
  <Panel
    title="Latest users"
    aside={<TextLink to="/admin-dashboard/alluser">All users</TextLink>}
    flush
  >
    <DataTable
      caption="Latest users, newest first"
      columns={columns}
      rows={users}
      rowKey={(row) => row._id}
      failed={failed}
      onRetry={() => void onRetry()}
      empty="No members yet."
      rowAction={{
        to: (row) => getUserPath(row._id),
        label: (row) => `Manage ${formatUserName(row)}`,
      }}
      plain
    />
  </Panel>
)
