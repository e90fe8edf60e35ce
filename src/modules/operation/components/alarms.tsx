import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#modules/identity/components/use-act.tsx'
import { useMay } from '#modules/identity/components/use-role.tsx'
import { callsOf } from '#platform/client/calls.ts'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { operationContract } from '../contract.ts'

const calls = callsOf<typeof operationContract>('operation')
type Alarm = Awaited<ReturnType<typeof calls.alarms.call>>['data']['alarms'][number]

function useAcknowledge() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const acknowledge = async (id: string) => {
    setBusy(id)

    try {
      toast.success((await calls.acknowledge.call({ id })).message)
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(undefined)
      await queries.invalidateQueries()
    }
  }

  return { busy, acknowledge }
}

const toldText = ({ toldTimes }: Alarm) =>
  toldTimes === 1 ? 'Told once' : `Told ${toldTimes} times`

function State({ alarm }: { alarm: Alarm }) {
  if (alarm.clearedAt) return <Tag tone="ok">Over</Tag>
  if (!alarm.acknowledged) return <Tag tone="bad">{toldText(alarm)}</Tag>
  return <Tag tone="progress">Taken on by {alarm.acknowledged.by}</Tag>
}

const stateText = (alarm: Alarm) =>
  alarm.clearedAt
    ? 'Over'
    : alarm.acknowledged
      ? `Taken on by ${alarm.acknowledged.by}`
      : toldText(alarm)

function columnsOf(
  { busy, acknowledge }: ReturnType<typeof useAcknowledge>,
  may: boolean | undefined,
): readonly Column<Alarm>[] {
  return [
    {
      id: 'title',
      header: 'Alarm',
      text: (row) => `${row.title} ${row.said}`,
      cell: (row) => (
        <>
          <span className="strong">{row.title}</span>
          <br />
          <span className="meta muted">{row.said}</span>
        </>
      ),
    },
    {
      id: 'since',
      header: 'Since, UTC',
      text: (row) => row.raisedAt,
      cell: (row) => <When at={row.raisedAt} timeZone="UTC" />,
      priority: 2,
    },
    { id: 'state', header: 'State', text: stateText, cell: (row) => <State alarm={row} /> },
    {
      id: 'act',
      header: 'Acknowledge',
      hideHeader: true,
      text: () => '',
      sort: false,
      align: 'end',
      cell: (row) =>
        may &&
        !row.clearedAt &&
        !row.acknowledged && (
          <Button
            size="sm"
            pending={busy === row._id}
            pendingLabel="Loading...."
            onClick={() => void acknowledge(row._id)}
          >
            Acknowledge<span className="visually-hidden">: {row.title}</span>
          </Button>
        ),
    },
  ]
}

/**
 * What is wrong with the house at this moment, and what was lately; whoever may takes it on here.
 */
export function Alarms() {
  const { data, isError, refetch } = useQuery(
    calls.alarms.queryOptions({ refetchInterval: 10_000 }),
  )
  const may = useMay('alarm.acknowledge')
  const act = useAcknowledge()
  const { lastLook, lastBackup } = data?.data ?? {}

  return (
    <Panel
      title="Alarms"
      aside={
        <span className="meta muted">
          Last backup {lastBackup ? <When at={lastBackup} timeZone="UTC" /> : 'never'}; looked at{' '}
          {lastLook ? <When at={lastLook} timeZone="UTC" /> : 'not yet'}
        </span>
      }
      flush
    >
      <DataTable
        caption="Alarms, those that stand first"
        columns={columnsOf(act, may)}
        rows={data?.data.alarms}
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
