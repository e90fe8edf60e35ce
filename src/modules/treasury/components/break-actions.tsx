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
          Take it
        </Button>
      )}
      {one.waiting ? (
        <p>
          Waiting for approval: explained by {one.waiting.by} on{' '}
          <When at={one.waiting.at} timeZone="UTC" /> UTC.{' '}
          <TextLink to="/admin-dashboard/approvals">Open approvals</TextLink>
        </p>
      ) : (
        <Button onClick={onExplain}>Explain…</Button>
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
      title={`Explain the break of ${placeText(one)}?`}
      actionLabel={one.shortage ? 'Propose the explanation' : 'End it as explained'}
      acting="Loading...."
      {...form}
    >
      <p>
        It posts nothing. The next balance that differs opens a new break; one that agrees closes
        this break automatically.{' '}
        {one.shortage &&
          'Outside holds less than the books, so another admin has to approve the explanation. ' +
            'The public page counts the lower figure until both agree.'}
      </p>
      <TextAreaField
        label="Explanation"
        name="explanation"
        maxLength={1000}
        hint="A sentence: why outside and books differ, and where the evidence is."
      />
    </FormDialog>
  )
}
