import { useMemo } from 'react'
import { usePlanOptions } from '#modules/plans/components/use-plan-options.tsx'
import {
  buildPlanFilter,
  buildStaffFilters,
} from '#modules/transactions/components/staff-columns.tsx'
import { useCountryOptions } from '#modules/transactions/components/use-country-options.tsx'
import { EVIDENCE_FILTERS, type EvidenceFilter } from '../model.ts'
import { depositStatus } from './status.tsx'

const STATUSES = [
  'pending',
  'completed',
  'rejected',
  'awaiting_payment',
  'expired',
  'reversed',
] as const

const EVIDENCE_LABELS: Record<EvidenceFilter, string> = {
  shown: 'Payment detected',
  confirming: 'Confirming',
  confirmed: 'Ready to credit',
  disputed: 'Disputed',
  gone: 'Payment gone',
  none: 'No payment',
}
const evidenceFilter = {
  id: 'evidence',
  label: 'Chain evidence',
  more: true,
  options: EVIDENCE_FILTERS.map((value) => ({ value, label: EVIDENCE_LABELS[value] })),
} as const

/** Returns the filters of the list of deposits in the back office. */
export function useDepositFilters() {
  const countries = useCountryOptions()
  const plans = usePlanOptions()

  return useMemo(
    () =>
      [
        ...buildStaffFilters(STATUSES, depositStatus.format, countries),
        evidenceFilter,
        buildPlanFilter(plans),
      ] as const,
    [countries, plans],
  )
}
