import type { Step } from '#ui/status/stepper.tsx'

/**
 * The four steps of a deposit; the first two lead back to the plan's screen, at an address that
 * holds what was chosen.
 */
export const buildDepositSteps = (choosing: string): Step[] => [
  { label: 'Plan', to: `${choosing}#selected_plan` },
  { label: 'Amount', to: `${choosing}#amount` },
  { label: 'Send payment' },
  { label: 'Review' },
]
