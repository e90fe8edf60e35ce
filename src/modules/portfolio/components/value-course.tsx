import { useQuery } from '@tanstack/react-query'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { portfolioCalls } from './calls.tsx'
import { ValueChart } from './value-chart.tsx'

/** Shows the value over time, or its placeholder while it loads or fails. */
export function ValueCourse() {
  const { data, isError, refetch } = useQuery(portfolioCalls.course.queryOptions())
  if (!data)
    return (
      <Panel title="Value over time">
        {isError ? <ReadFailed onRetry={refetch} /> : <SkeletonLines lines={8} />}
      </Panel>
    )

  return data.data.points.length > 0 ? <ValueChart course={data.data} /> : null
}
