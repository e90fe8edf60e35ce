import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { planCalls, type StaffPlan } from './calls.tsx'
import { familyText } from './plan-labels.tsx'

/** Takes a plan off offer for good; its positions run on. */
export function ClosePlan({ plan, onClose }: { plan: StaffPlan; onClose: () => void }) {
  const form = useToastAction(
    ({ reason = '' }) => planCalls.close.call({ id: plan._id, reason }),
    onClose,
  )

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`Close ${plan.name}, ${familyText(plan.family)}, for good?`}
      effects={[
        { label: 'New money', value: 'none from now on' },
        { label: 'Its positions', value: 'run on as agreed' },
        { label: 'Its drafts', value: 'are never published' },
      ]}
      hint="Staff can read it here. To offer it again, create a new plan with another name."
      actionLabel="Close plan"
      acting="Closing…"
      {...form}
    />
  )
}
