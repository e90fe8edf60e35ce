import { useId, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { signProposal } from '#modules/identity/components/sign-approval.tsx'
import { SigningNote } from '#modules/identity/components/signing-note.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { findSignedProposal } from '../model.ts'
import type { ArrivalFormValues } from './arrival-fields.tsx'
import { ArrivedPayment } from './arrived-payment.tsx'
import type { StaffDeposit } from './calls.tsx'
import { ConfirmActions } from './confirm-actions.tsx'
import { buildEffectRows } from './effect-rows.tsx'
import { usePreview } from './use-deposit-preview.tsx'

type Props = {
  deposit: StaffDeposit
  onClose: () => void
  /** Confirms the deposit; throws the server's error. */
  onConfirm: (arrival: ArrivalFormValues) => Promise<void>
}

const PREVIEW_NEEDED = 'The figures are being updated. Check them, then confirm.'
const FINAL =
  'Posted entries can’t be edited. Mistakes are corrected by a reversal, which another admin has ' +
  'to approve and the member can see.'
const REVIEW_NEEDED = 'Please review the flagged checks, then tick the box.'

/** Returns what was entered about the payment, without what was left empty. */
const buildArrival = (entered: { arrived: string; txid: string; arrivedAt: string }) => ({
  ...(entered.arrivedAt && { arrivedAt: `${entered.arrivedAt}Z` }),
  ...(entered.arrived.trim() && { received: entered.arrived.trim() }),
  ...(entered.txid.trim() && { txid: entered.txid.trim() }),
})

/** The dialog that confirms a deposit: its amount, its effects and what arrived. */
export function ConfirmDeposit({ deposit, onClose, onConfirm }: Props) {
  const id = useId()
  const [received, setReceived] = useState('')
  const [arrivedAt, setArrivedAt] = useState('')
  const review = usePreview(deposit._id, received, arrivedAt)

  const data = review.isError ? undefined : review.data?.data
  const signed = findSignedProposal(data)
  const warnings = data?.checks.filter(({ verdict }) => verdict === 'review') ?? []
  const form = useFormAction(async ({ received: arrived = '', txid = '', reviewed }) => {
    if (review.isError) throw review.error
    if (!data?.effects || review.isPlaceholderData)
      throw new CallError(409, 'preview_differs', PREVIEW_NEEDED)

    if (warnings.length > 0 && !reviewed)
      throw new CallError(400, 'not_reviewed', REVIEW_NEEDED, [
        { field: 'reviewed', message: REVIEW_NEEDED },
      ])

    const { credited, invested } = data.effects
    await onConfirm({
      ...buildArrival({ arrived, txid, arrivedAt }),
      credited,
      invested,
      ...(signed && { signature: await signProposal(signed) }),
    })
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Confirm <Money amount={data?.effects?.credited ?? deposit.expected} /> for{' '}
          {deposit.member.name}?
        </>
      }
      effects={data ? buildEffectRows(data) : undefined}
      actions={
        <ConfirmActions
          form={id}
          pending={form.pending || review.isPending || review.isPlaceholderData}
          secondAdmin={data?.secondAdmin ?? false}
          onClose={onClose}
        />
      }
    >
      {signed && <SigningNote proposal={signed} />}
      <Form id={id} errors={form.errors} onSubmit={form.onSubmit}>
        <ArrivedPayment
          deposit={deposit}
          review={data}
          isEntered={received !== '' || arrivedAt !== ''}
          onReceived={setReceived}
          onArrivedAt={setArrivedAt}
        />
        {review.isError && <p role="alert">{review.error.message}</p>}
        {warnings.length > 0 && (
          <CheckboxField
            name="reviewed"
            label={`I have reviewed: ${warnings.map(({ what }) => what.toLowerCase()).join('; ')}.`}
          />
        )}
      </Form>
      <p>{FINAL}</p>
    </Dialog>
  )
}
