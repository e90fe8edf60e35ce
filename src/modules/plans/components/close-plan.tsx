import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '#modules/identity/components/use-act.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { planCalls, type StaffPlan } from './calls.tsx'
import { familyText } from './plan-words.tsx'

/** Takes a plan off offer for good; its positions run on. */
export function ClosePlan({ plan, onClose }: { plan: StaffPlan; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useAct(async ({ reason = '' }) => {
    const { message } = await planCalls.close.call({ id: plan._id, reason })
    toast.success(message)
    onClose()
    void queries.invalidateQueries()
  })
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
      hint="The staff reads it here. What is offered again is a new plan, by another name."
      act="Close plan"
      acting="Closing…"
      {...form}
    />
  )
}
