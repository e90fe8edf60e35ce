import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ArrivalFields, type ArrivalFormValues } from './arrival-fields.tsx'
import { type DepositReview, depositCalls, type StaffDeposit } from './calls.tsx'

type Props = {
  deposit: StaffDeposit
  onClose: () => void
  /** Confirms the deposit; throws the server's error. */
  onConfirm: (arrival: ArrivalFormValues) => Promise<void>
}

const REVIEW_NEEDED = 'Please review the checks that need attention, then tick the box.'

/** The dialog that confirms a deposit: its amount, its effects and what arrived. */
export function ConfirmDeposit({ deposit, onClose, onConfirm }: Props) {
  const id = useId()
  const [received, setReceived] = useState('')
  const review = useQuery({
    ...depositCalls.review.queryOptions({
      input: { id: deposit._id, received: received.trim() || undefined },
    }),
    placeholderData: keepPreviousData,
  })

  const data = review.data?.data
  const warnings = data?.checks.filter(({ verdict }) => verdict === 'review') ?? []
  const form = useFormAction(async ({ received: arrived = '', txid = '', reviewed }) => {
    if (warnings.length > 0 && !reviewed)
      throw new CallError(400, 'not_reviewed', REVIEW_NEEDED, [
        { field: 'reviewed', message: REVIEW_NEEDED },
      ])

    await onConfirm({
      ...(arrived.trim() && { received: arrived.trim() }),
      ...(txid.trim() && { txid: txid.trim() }),
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
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            pending={form.pending}
            pendingLabel="Loading...."
          >
            Confirm and post
          </Button>
        </>
      }
    >
      <Form id={id} errors={form.errors} onSubmit={form.onSubmit}>
        <ArrivalFields
          deposit={deposit}
          needed={data?.receiptNeeded ?? false}
          onReceived={setReceived}
        />
        {warnings.length > 0 && (
          <CheckboxField
            name="reviewed"
            label={`I have reviewed: ${warnings.map(({ what }) => what.toLowerCase()).join('; ')}.`}
          />
        )}
      </Form>
      <p>
        Posted entries can’t be edited. A mistake is corrected with a second entry that members can
        see.
      </p>
    </Dialog>
  )
}

function buildEffectRows({ effects, deposit }: DepositReview): KeyValue[] {
  if (!effects) return []

  const change = ({ before, after }: { before: string; after: string }) => (
    <>
      <Money amount={before} /> to <Money amount={after} />
    </>
  )

  return [
    { label: 'Account Balance', value: change(effects.balance) },
    { label: `Invested in ${deposit.plan}`, value: <Money amount={effects.invested} /> },
    { label: 'Owed to members', value: change(effects.owed) },
    { label: 'Mailed to', value: deposit.member.email },
  ]
}
