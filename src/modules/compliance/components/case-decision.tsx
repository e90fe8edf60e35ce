import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { type CaseLine, complianceCalls } from './calls.tsx'

export type CaseDecision = 'dismiss' | 'confirm'

const LABELS = {
  dismiss: {
    title: (name: string) => `Is ${name} a false positive?`,
    action: 'Propose dismissal',
    text:
      'Another admin has to approve this. Then the member can be credited and paid again, unless ' +
      'another case is open.',
  },
  confirm: {
    title: (name: string) => `Is ${name} the listed party?`,
    action: 'Confirm match',
    text:
      'The member stays on hold: they can’t deposit, invest or withdraw, and they see only that ' +
      'their account is being reviewed. Nothing is reported to an authority. Two admins can still ' +
      'dismiss the case.',
  },
} as const

type DecideDialogProps = { one: CaseLine; decision: CaseDecision; onClose: () => void }

/** The dialog that asks for the reason of a decision. */
export function DecideDialog({ one, decision, onClose }: DecideDialogProps) {
  const { title, action, text } = LABELS[decision]
  const form = useToastAction(
    async ({ reason = '' }) => await complianceCalls[decision].call({ id: one._id, reason }),
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
        hint="What you compared, and with which evidence. The member never sees it."
      />
    </FormDialog>
  )
}
