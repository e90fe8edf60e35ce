import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { buildColumns, operationCalls } from './alert-columns.tsx'

function useAcknowledge() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const acknowledge = async (id: string) => {
    setBusy(id)

    try {
      toast.success((await operationCalls.acknowledge.call({ id })).message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(undefined)
      await queries.invalidateQueries()
    }
  }

  return { busy, acknowledge }
}

/** Displays the open and recent alerts, with a button to acknowledge an open one. */
export function Alerts() {
  const { data, isError, refetch } = useQuery(
    operationCalls.alerts.queryOptions({ refetchInterval: 10_000 }),
  )
  const canAcknowledge = usePermission('alert.acknowledge')
  const action = useAcknowledge()
  const { lastCheckAt, lastBackup } = data?.data ?? {}

  return (
    <Panel
      title="Alerts"
      aside={
        <span className="meta muted">
          Last backup {lastBackup ? <When at={lastBackup} timeZone="UTC" /> : 'never'}; checked{' '}
          {lastCheckAt ? <When at={lastCheckAt} timeZone="UTC" /> : 'not yet'}
        </span>
      }
      flush
    >
      <DataTable
        caption="Alerts, open ones first"
        columns={buildColumns(action, canAcknowledge)}
        rows={data?.data.alerts}
        rowKey={(row) => row._id}
        failed={isError && !data}
        onRetry={() => void refetch()}
        empty="Nothing is wrong."
        dense
        plain
      />
    </Panel>
  )
}
