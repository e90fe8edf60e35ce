import type { Step } from '#ui/status/stepper.tsx'

/**
 * Returns the four steps of a deposit. The first two link back to the plan's screen, at an address
 * with the choices.
 */
export const buildDepositSteps = (choicePath: string): Step[] => [
  { label: 'Plan', to: `${choicePath}#selected_plan` },
  { label: 'Amount', to: `${choicePath}#amount` },
  { label: 'Send payment' },
  { label: 'Review' },
]
