import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { administrationCalls, type TroubledJob } from './calls.tsx'
import { formatJobName } from './job-labels.tsx'

/** Returns an action that retries a job; the result shows in a toast. */
export function useRetry() {
  const queries = useQueryClient()
  const [retrying, setRetrying] = useState<string>()
  const retry = async (id: string) => {
    setRetrying(id)

    try {
      toast.success((await administrationCalls.retryJob.call({ id })).message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setRetrying(undefined)
      await queries.invalidateQueries()
    }
  }

  return { retrying, retry }
}

/** Returns the columns of the table of failed jobs; `mayRetry` shows the button. */
export function buildTroubledColumns(
  { retrying, retry }: ReturnType<typeof useRetry>,
  mayRetry: boolean | undefined,
): readonly Column<TroubledJob>[] {
  return [
    {
      id: 'queue',
      header: 'Job',
      text: (row) => `${formatJobName(row.queue)} ${JSON.stringify(row.payload)}`,
      cell: (row) => (
        <>
          <span className="strong">{formatJobName(row.queue)}</span>
          <br />
          <span className="mono meta muted anywhere">{JSON.stringify(row.payload)}</span>
        </>
      ),
    },
    {
      id: 'error',
      header: 'Last error',
      text: (row) => row.lastError,
      cell: (row) => <span className="anywhere">{row.lastError || 'none'}</span>,
      sort: false,
      priority: 2,
    },
    {
      id: 'state',
      header: 'State',
      text: (row) => (row.state === 'failed' ? 'Failed' : 'Retrying'),
      cell: (row) =>
        row.nextAt ? (
          <>
            <Tag tone="wait">Next attempt</Tag>
            <br />
            <span className="meta">
              <When at={row.nextAt} timeZone="UTC" /> UTC
            </span>
          </>
        ) : (
          <Tag tone="bad">Failed after {row.tries} attempts</Tag>
        ),
    },
    {
      id: 'retry',
      header: 'Retry',
      hideHeader: true,
      text: () => '',
      sort: false,
      align: 'end',
      cell: (row) =>
        mayRetry && (
          <Button
            size="sm"
            pending={retrying === row._id}
            pendingLabel="Loading...."
            onClick={() => void retry(row._id)}
          >
            Retry now<span className="visually-hidden">: {formatJobName(row.queue)}</span>
          </Button>
        ),
    },
  ]
}
