import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatPlanName } from '../model.ts'
import { planCalls } from './calls.tsx'

/** Returns every plan as an option of a staff filter; undefined while the plans load. */
export function usePlanOptions() {
  const { data } = useQuery(planCalls.all.queryOptions())

  return useMemo(
    () => data?.data.map((plan) => ({ value: plan._id, label: formatPlanName(plan) })),
    [data],
  )
}
