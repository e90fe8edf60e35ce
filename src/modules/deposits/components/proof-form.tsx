import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '#modules/identity/components/use-act.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { FileDrop } from '#ui/form/file-drop.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type DepositDetails, depositCalls } from './calls.tsx'

const RULES = {
  types: {
    'image/png': ['.png'],
    'image/jpeg': ['.jpg', '.jpeg'],
    'image/webp': ['.webp'],
    'application/pdf': ['.pdf'],
  },
  maxBytes: 10 * 1024 * 1024,
  inWords: 'a PNG, JPEG, WebP or PDF file',
}

/** The proof of payment of a quote; what the quote said goes along, so that a difference is refused. */
export function ProofForm({ deposit }: { deposit: DepositDetails }) {
  const navigate = useNavigate()
  const inTime = deposit.status === 'awaiting_payment'
  const [file, setFile] = useState<File | null>(null)
  const form = useAct(async () => {
    const { message } = await depositCalls.submit.call({
      _id: deposit._id,
      amount: deposit.amount,
      payment_method: deposit.payment_method,
      wallet_address: deposit.address,
      selected_plan: deposit.plan._id,
      interest_percentage: deposit.plan.percentage,
      ...(file ? { payment_proof: file } : {}),
    })
    toast.success(message)
    await navigate('/dashboard')
  })
  const take = (next: File | null) => {
    setFile(next)
    form.forget()
    if (next) toast.success(`File ${next.name} selected successfully!`)
  }
  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <FileDrop
        name="payment_proof"
        label="Add proof of payment"
        hint="A screenshot or receipt that shows the transaction ID. PNG, JPEG, WebP or PDF, up to 10 MB."
        rules={RULES}
        file={file}
        onFile={take}
      />
      <FormActions>
        <Button
          type="submit"
          variant={inTime ? 'primary' : 'secondary'}
          size="lg"
          pending={form.pending}
          pendingLabel="Processing..."
        >
          Complete Payment
        </Button>
        <ButtonLink to="/dashboard/deposit-history" size="lg">
          Finish later
        </ButtonLink>
      </FormActions>
      {inTime && (
        <p className="small muted">
          Finishing later keeps this deposit in your deposits history. When the rate has ended, you see the
          new one before anything is credited.
        </p>
      )}
    </Form>
  )
}
