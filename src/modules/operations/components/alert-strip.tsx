import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MINUTE_MS } from '#lib/dates.ts'
import { CHECK_OVERDUE_MS } from '#modules/integrity/model.ts'
import { When } from '#ui/figures/when.tsx'
import { AlertStrip as Strip } from '#ui/layout/strips.tsx'
import { operationCalls } from './alert-columns.tsx'

const JOBS = '/admin-dashboard/jobs'

/**
 * Displays the open alerts at the top of every screen: that the background worker or the checks
 * have stopped while it is so, any other alert until a staff member acknowledges it.
 */
export function AlertStrip() {
  const { data } = useQuery(operationCalls.alerts.queryOptions({ refetchInterval: 60_000 }))

  const { alerts = [], silent } = data?.data ?? {}
  const open = alerts.filter(({ clearedAt }) => !clearedAt)
  const stopped = silent && open.find(({ source }) => source === 'watch-silent')
  const unchecked = open.find(({ source }) => source === 'ledger-unchecked')
  const others = open.filter(
    ({ acknowledged, source }) => !acknowledged && source !== 'watch-silent',
  )

  if (stopped)
    return (
      <Strip action={<Link to={JOBS}>View alerts</Link>}>
        The background worker has stopped. No health check has run since{' '}
        <When at={stopped.raisedAt} timeZone="UTC" /> UTC.
      </Strip>
    )

  if (unchecked)
    return (
      <Strip action={<Link to={JOBS}>View alerts</Link>}>
        {`The ledger hasn’t been checked for over ${CHECK_OVERDUE_MS / MINUTE_MS} minutes.`}
      </Strip>
    )

  if (others.length === 0) return null

  return (
    <Strip action={<Link to={JOBS}>View alerts</Link>}>
      {others.length === 1 ? `Alert: ${others[0]?.title}.` : `${others.length} open alerts.`}
    </Strip>
  )
}
