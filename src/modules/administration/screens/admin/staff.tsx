import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { administrationCalls, type StaffMember } from '../../components/calls.tsx'
import { InviteStaff } from '../../components/invite-staff.tsx'
import { StaffDrawer } from '../../components/staff-drawer.tsx'
import {
  formatRole,
  formatStaffName,
  formatStaffState,
  StaffTag,
} from '../../components/staff-labels.tsx'

const formatRowName = (row: StaffMember) =>
  row.me ? `${formatStaffName(row)} (you)` : formatStaffName(row)

const columns: readonly Column<StaffMember>[] = [
  {
    id: 'name',
    header: 'Name',
    text: formatRowName,
    cell: (row) => <span className="strong">{formatRowName(row)}</span>,
  },
  { id: 'email', header: 'Email', text: (row) => row.email, priority: 3 },
  { id: 'role', header: 'Role', text: (row) => formatRole(row.role) },
  {
    id: 'state',
    header: 'Status',
    text: (row) => formatStaffState(row.state),
    cell: (row) => <StaffTag state={row.state} />,
    priority: 2,
  },
  {
    id: 'factor',
    header: '2FA',
    text: (row) => (row.hasFactor ? 'On' : 'Off'),
    priority: 3,
  },
  {
    id: 'signedIn',
    header: 'Last login, UTC',
    text: (row) => (row.lastSignInAt ? formatDateTime(row.lastSignInAt, 'UTC') : 'never'),
    cell: (row) => (row.lastSignInAt ? <When at={row.lastSignInAt} timeZone="UTC" /> : 'never'),
    sort: (row) => row.lastSignInAt ?? '',
    priority: 3,
  },
]

export default function Staff() {
  const { data, isError, refetch } = useQuery(administrationCalls.staff.queryOptions())
  const [inviting, setInviting] = useState(false)
  const may = usePermission('staff.manage')
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()

  useRowKeys()

  return (
    <Stack>
      <PageTitle>Staff</PageTitle>
      <PageHeading
        title="Staff"
        lead={
          'Staff members and their roles. Suspend staff who leave; their name stays in the ' +
          'audit log.'
        }
        actions={
          may && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              Invite…
            </Button>
          )
        }
      />
      <Panel flush>
        <DataTable
          caption="Staff, oldest first"
          columns={columns}
          rows={data?.data}
          rowKey={(row) => row._id}
          failed={isError}
          onRetry={() => void refetch()}
          exportName="staff.csv"
          dense
          tools={<RowKeysHint />}
          selectedKey={openId}
          rowAction={{ onPress: (row) => open(row._id), label: formatStaffName }}
          {...table}
        />
      </Panel>
      <StaffDrawer
        person={data?.data.find(({ _id }) => _id === openId)}
        onClose={() => open(undefined)}
      />
      {inviting && <InviteStaff onClose={() => setInviting(false)} />}
    </Stack>
  )
}
