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
      title={`Close ${plan.name}, ${familyText(plan.family)}, permanently?`}
      effects={[
        { label: 'New investments', value: 'Not accepted' },
        { label: 'Open positions', value: 'Continue on their terms' },
        { label: 'Drafts', value: 'Can’t be published' },
      ]}
      hint="Visible to staff. To offer the plan again, create a new plan with another name."
      actionLabel="Close plan"
      acting="Closing…"
      {...form}
    />
  )
}
