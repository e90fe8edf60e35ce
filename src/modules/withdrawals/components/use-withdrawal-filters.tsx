import { useMemo } from 'react'
import { buildStaffFilters } from '#modules/transactions/components/staff-columns.tsx'
import { useCountryOptions } from '#modules/transactions/components/use-country-options.tsx'
import { WITHDRAWAL_STATUSES } from '../model.ts'
import { withdrawalStatus } from './status.tsx'

/** Returns the filters of the list of withdrawals in the back office. */
export function useWithdrawalFilters() {
  const countries = useCountryOptions()

  return useMemo(
    () => buildStaffFilters(WITHDRAWAL_STATUSES, withdrawalStatus.format, countries),
    [countries],
  )
}
