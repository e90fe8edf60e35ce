import { formatPercentage } from '#lib/percentages.ts'
import type { PlanVersion } from './plan.ts'
import { formatYearlyPercentage, getTargetWarning, SAMPLE_LABEL } from './target.ts'

/** Returns a plan version with its target as text, its warning and its sample label. */
export const describePlan = (plan: PlanVersion) => ({
  ...plan,
  _id: plan.id,
  percentage: formatPercentage(plan.targetBps),
  yearly: formatYearlyPercentage(plan),
  warning: getTargetWarning(plan),
  label: getSampleLabel(plan),
})

/** Returns the label that every figure of a sample plan carries; null for a real plan. */
export const getSampleLabel = ({ sample }: { sample: boolean }): string | null =>
  sample ? SAMPLE_LABEL : null
