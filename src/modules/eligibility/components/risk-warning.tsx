import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Callout } from '#ui/status/callout.tsx'
import { eligibilityCalls } from './calls.tsx'
import { RiskText } from './risk-text.tsx'
import { SampleTag } from './sample-tag.tsx'

/**
 * Shows the risk warning of the member's country before they invest; without rules, the content.
 */
export function RiskWarning({ children }: { children?: ReactNode }) {
  const { data } = useQuery(eligibilityCalls.eligibility.queryOptions())
  const eligibility = data?.data
  if (!eligibility || eligibility.isFree) return children && <Callout>{children}</Callout>

  return (
    <Callout>
      <p>
        <SampleTag rules={eligibility.rules} />
        <RiskText text={eligibility.riskWarning.text} />
      </p>
    </Callout>
  )
}
