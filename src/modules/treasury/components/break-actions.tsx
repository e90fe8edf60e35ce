import { useButtonAction, useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { type BreakLine, treasuryCalls } from './calls.tsx'
import { placeText } from './custody-labels.tsx'

/** Displays the actions on an open break, or who may do them. */
export function BreakActions({ one, onExplain }: { one: BreakLine; onExplain: () => void }) {
  const may = usePermission('ledger.reconcile')
  const { pending, press } = useButtonAction(() => treasuryCalls.takeBreak.call({ id: one._id }))

  if (!may) return describeDeciders('ledger.reconcile')

  return (
    <FormActions>
      {!one.owner && (
        <Button
          variant="primary"
          pending={pending}
          pendingLabel="Loading...."
          onClick={() => void press()}
        >
          Assign to me
        </Button>
      )}
      {one.waiting ? (
        <p>
          Waiting for approval: explained by {one.waiting.by} on{' '}
          <When at={one.waiting.at} timeZone="UTC" /> UTC.{' '}
          <TextLink to="/admin-dashboard/approvals">View approvals</TextLink>
        </p>
      ) : (
        <Button onClick={onExplain}>Resolve with explanation…</Button>
      )}
    </FormActions>
  )
}

/** The dialog that resolves a break with an explanation. */
export function ExplainDialog({ one, onClose }: { one: BreakLine; onClose: () => void }) {
  const form = useToastAction(
    async ({ explanation = '' }) =>
      (await treasuryCalls.resolveBreak.call({ id: one._id, explanation })).body,
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Resolve the break in ${placeText(one)}?`}
      actionLabel={one.shortage ? 'Propose resolution' : 'Resolve break'}
      acting="Loading...."
      {...form}
    >
      <p>
        Nothing is posted. If the next external balance still differs, a new break opens. A break
        closes automatically once the balances agree.{' '}
        {one.shortage &&
          'The external balance is lower than the ledger, so another admin has to approve this. ' +
            'The public page shows the lower figure until both agree.'}
      </p>
      <TextAreaField
        label="Explanation"
        name="explanation"
        maxLength={1000}
        hint="Why the balances differ and where the evidence is."
      />
    </FormDialog>
  )
}
