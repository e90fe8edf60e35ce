import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { type CaseLine, monitoringCalls } from './calls.tsx'

export type CaseDecision = 'clear' | 'mark'

const LABELS = {
  clear: {
    title: (name: string) => `Clear this transaction of ${name}?`,
    action: 'Propose clearance',
    text:
      'Another admin has to approve this. Then the transaction can be credited or paid, unless ' +
      'another case about it is open.',
  },
  mark: {
    title: (name: string) => `Mark this transaction of ${name} as suspicious?`,
    action: 'Mark as suspicious',
    text:
      'The transaction stays on hold. The member sees only that it is being reviewed. Nothing is ' +
      'reported to an authority: download the case file for that. Two admins can still clear it.',
  },
} as const

type DecideDialogProps = { one: CaseLine; decision: CaseDecision; onClose: () => void }

/** The dialog that asks for the reason of a decision. */
export function DecideDialog({ one, decision, onClose }: DecideDialogProps) {
  const { title, action, text } = LABELS[decision]
  const form = useToastAction(
    async ({ reason = '' }) => await monitoringCalls[decision].call({ id: one._id, reason }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title(one.member.name)}
      actionLabel={action}
      acting="Saving..."
      {...form}
    >
      <p>{text}</p>
      <TextAreaField
        label="Reason"
        name="reason"
        maxLength={MAX_STAFF_REASON}
        hint="What you checked, and with which evidence. The member never sees it."
      />
    </FormDialog>
  )
}
