import type { KeyValue } from '#ui/layout/key-values.tsx'
import {
  DAYS_TERM_NAMES,
  formatDayCount,
  PLAN_TERMS,
  type PlanTerms,
  TEXT_TERM_NAMES,
} from '../model.ts'

/** Returns a labelled row for each text of a plan but its risk, which `PlanRisk` shows. */
export const buildTextTermRows = (plan: PlanTerms): KeyValue[] =>
  TEXT_TERM_NAMES.filter((name) => name !== 'risk').map((name) => ({
    label: PLAN_TERMS[name].label,
    value: plan[name],
  }))

/** Returns a labelled row for each number of days; zero reads as `zeroText` or has no row. */
export const buildDaysTermRows = (plan: PlanTerms, zeroText?: string): KeyValue[] =>
  DAYS_TERM_NAMES.flatMap((name) => {
    const value = plan[name] > 0 ? formatDayCount(plan[name]) : zeroText
    return value === undefined ? [] : [{ label: PLAN_TERMS[name].label, value }]
  })
