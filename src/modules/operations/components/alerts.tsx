import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { buildColumns, operationCalls } from './alert-columns.tsx'
import styles from './alerts.module.css'

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

function useTestWebhooks() {
  const [pending, setPending] = useState(false)
  const test = async () => {
    setPending(true)

    try {
      const { message, data } = await operationCalls.testWebhooks.call()
      if (data.tests.some(({ problem }) => problem)) toast.error(message)
      else toast.success(message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }

  return { pending, test }
}

const renderTime = (at: string | null | undefined) =>
  at ? <When at={at} timeZone="UTC" /> : 'none'

/** Returns what an empty list means: nothing, while no check runs. */
function describeNoAlerts(silent: boolean | undefined, lastCheckAt: string | null | undefined) {
  if (!silent) return 'No alerts.'
  return lastCheckAt ? 'Health checks are not running.' : 'Not checked yet.'
}

/** Displays where alerts are sent besides mail, with a button that tests it. */
function Webhooks({ hosts }: { hosts: readonly string[] }) {
  const may = usePermission('installation.manage')
  const { pending, test } = useTestWebhooks()

  return (
    <div className={styles.webhooks}>
      <span className="muted">Alerts are also sent to {hosts.join(' and ')}.</span>
      {may && (
        <Button size="sm" pending={pending} pendingLabel="Loading...." onClick={() => void test()}>
          Send test message
        </Button>
      )}
    </div>
  )
}

/** Displays the open and recent alerts, with a button to acknowledge an open one. */
export function Alerts() {
  const { data, isError, refetch } = useQuery(
    operationCalls.alerts.queryOptions({ refetchInterval: 10_000 }),
  )
  const canAcknowledge = usePermission('alert.acknowledge')
  const action = useAcknowledge()
  const { lastCheckAt, silent, lastBackup, webhooks = [] } = data?.data ?? {}

  return (
    <Panel
      title="Alerts"
      aside={
        <span className="meta muted">
          Last backup: {renderTime(lastBackup)}. Last check: {renderTime(lastCheckAt)}.
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
        empty={describeNoAlerts(silent, lastCheckAt)}
        dense
        plain
      />
      {webhooks.length > 0 && <Webhooks hosts={webhooks} />}
    </Panel>
  )
}
