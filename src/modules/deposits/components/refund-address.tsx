import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { depositCalls } from './calls.tsx'

type Props = { paymentId: string; refundAddress: string | null }

/** Asks to have a payment sent back instead, to an address of the member. */
export function RefundAddress({ paymentId, refundAddress }: Props) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useFormAction(async ({ address = '' }) => {
    const { message } = await depositCalls.refund.call({ id: paymentId, address })
    toast.success(message)
    setOpen(false)
    await queries.invalidateQueries({ queryKey: depositCalls.get.key() })
  })

  if (!open)
    return (
      <p className="small muted">
        {refundAddress ? (
          <>
            You asked to have this payment sent back to <Address value={refundAddress} />.{' '}
          </>
        ) : (
          'Not what you meant to send? '
        )}
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          {refundAddress ? 'Change refund address' : 'Request a refund'}
        </Button>
      </p>
    )

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <TextField
        label="Refund address"
        name="address"
        hint={
          'An address of your own on the same network. Our team checks each refund; ' +
          'the network fee is taken from it.'
        }
      />
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving...">
          Save refund address
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </FormActions>
    </Form>
  )
}
