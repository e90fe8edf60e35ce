import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { usePlanOptions } from '#modules/plans/components/use-plan-options.tsx'
import { SavedViews } from '#modules/saved-views/components/saved-views.tsx'
import { buildPlanFilter } from '#modules/transactions/components/staff-columns.tsx'
import { useCountryOptions } from '#modules/transactions/components/use-country-options.tsx'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { MoreFound } from '#ui/table/more-found.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { useServerTable } from '#ui/table/use-server-table.tsx'
import { backofficeCalls, type UsersQuery } from '../../components/calls.tsx'
import { USER_COLUMNS } from '../../components/user-columns.tsx'
import { formatUserName, formatUserStatus, getUserPath } from '../../components/user-labels.tsx'

const ORDERS = ['registered', 'name', 'email', 'balance'] as const

const STATUS_FILTER = {
  id: 'status',
  label: 'Status',
  options: (['active', 'unverified', 'suspended'] as const).map((value) => ({
    value,
    label: formatUserStatus(value),
  })),
} as const

function useUserFilters() {
  const countries = useCountryOptions()
  const plans = usePlanOptions()

  return useMemo(
    () =>
      [
        STATUS_FILTER,
        { id: 'min', label: 'Balance from', amount: true, more: true },
        { id: 'max', label: 'Balance to', amount: true, more: true },
        { id: 'country', label: 'Country', more: true, options: countries },
        { ...buildPlanFilter(plans), label: 'Invested in plan' },
      ] as const,
    [countries, plans],
  )
}

export default function AllUser() {
  const { input, query, bar, ...state } = useServerTable(
    ORDERS,
    useUserFilters(),
    <SavedViews list="members" />,
  )
  const { data, isError, refetch } = useQuery({
    ...backofficeCalls.users.queryOptions({ input: input as UsersQuery }),
    placeholderData: keepPreviousData,
  })
  const { save } = useSaveFile(toast.error)

  useRowKeys()

  return (
    <Stack>
      <PageTitle>All users</PageTitle>
      <PageHeading title="All users" lead="All members with their current account balances." />
      <Panel flush foot={data?.more && <MoreFound total={data.total} />}>
        {bar}
        <DataTable
          caption="Members"
          columns={USER_COLUMNS}
          rows={data?.data.users}
          total={data?.total ?? 0}
          rowKey={(row) => row._id}
          failed={isError}
          onRetry={refetch}
          empty="No users found."
          exportName="users.csv"
          onExport={() => void save(`/api/admin/users.csv?${query}`)}
          dense
          tools={<RowKeysHint />}
          rowAction={{ to: (row) => getUserPath(row._id), label: (row) => formatUserName(row) }}
          {...state}
        />
      </Panel>
    </Stack>
  )
}
