import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { DOCUMENT_NAMES, LEVEL_DOCUMENTS } from '../model.ts'
import { type VerificationReview, verificationCalls } from './calls.tsx'

/** To ask the member to try again, or to propose a refusal. */
export type Rejection = 'return' | 'refuse'

type ActionsProps = { one: VerificationReview; onChoose: (rejection: Rejection) => void }

/** The buttons below 'Approve verification'. */
export function RejectionActions({ one, onChoose }: ActionsProps) {
  const mayRefuse = usePermission('identity.refuse')

  return (
    <FormActions>
      <Button onClick={() => onChoose('return')}>Request new documents…</Button>
      {mayRefuse && !one.waiting && (
        <Button variant="danger" onClick={() => onChoose('refuse')}>
          Propose refusal…
        </Button>
      )}
    </FormActions>
  )
}

type DialogProps = { one: VerificationReview; rejection: Rejection; onClose: () => void }

/** The dialog that asks for the reasons. */
export const RejectionDialog = ({ rejection, ...rest }: DialogProps) =>
  rejection === 'return' ? <ReturnDialog {...rest} /> : <RefuseDialog {...rest} />

type OwnProps = Omit<DialogProps, 'rejection'>

function ReturnDialog({ one, onClose }: OwnProps) {
  const kinds = one.provider === 'desk' ? LEVEL_DOCUMENTS[one.level] : []
  const form = useToastAction(
    async (fields) =>
      await verificationCalls.return.call({
        id: one._id,
        memberReason: fields.memberReason ?? '',
        documents: kinds.filter((kind) => fields[`document-${kind}`] === 'on'),
      }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Ask ${one.member.name} to try again?`}
      actionLabel="Send request"
      acting="Sending..."
      {...form}
    >
      <p>
        The member gets an email with your text. Documents you don’t tick are reused; the member
        doesn’t upload them again.
      </p>
      <TextAreaField
        label="What to do"
        name="memberReason"
        maxLength={MAX_STAFF_REASON}
        hint="The member reads this, such as: The photo is too dark. Take it by daylight."
      />
      {kinds.map((kind) => (
        <CheckboxField
          key={kind}
          name={`document-${kind}`}
          label={`Send again: ${DOCUMENT_NAMES[kind].toLowerCase()}`}
        />
      ))}
    </FormDialog>
  )
}

function RefuseDialog({ one, onClose }: OwnProps) {
  const form = useToastAction(
    async ({ reason = '' }) => await verificationCalls.refuse.call({ id: one._id, reason }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Refuse to verify ${one.member.name}?`}
      actionLabel="Propose refusal"
      acting="Saving..."
      danger
      {...form}
    >
      <p>
        Another admin has to approve this. The member then reads only that we couldn’t verify their
        identity, and can’t start this level again.
      </p>
      <TextAreaField
        label="Reason"
        name="reason"
        maxLength={MAX_STAFF_REASON}
        hint="What you found, and where. The member never sees it."
      />
    </FormDialog>
  )
}
