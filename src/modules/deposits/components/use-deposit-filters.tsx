import { useMemo } from 'react'
import { usePlanOptions } from '#modules/plans/components/use-plan-options.tsx'
import {
  buildPlanFilter,
  buildStaffFilters,
} from '#modules/transactions/components/staff-columns.tsx'
import { useCountryOptions } from '#modules/transactions/components/use-country-options.tsx'
import { depositStatus } from './status.tsx'

const STATUSES = [
  'pending',
  'completed',
  'rejected',
  'awaiting_payment',
  'expired',
  'reversed',
] as const

/** Returns the filters of the list of deposits in the back office. */
export function useDepositFilters() {
  const countries = useCountryOptions()
  const plans = usePlanOptions()

  return useMemo(
    () =>
      [
        ...buildStaffFilters(STATUSES, depositStatus.format, countries),
        buildPlanFilter(plans),
      ] as const,
    [countries, plans],
  )
}
