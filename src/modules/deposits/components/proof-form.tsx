import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { FileDrop } from '#ui/form/file-drop.tsx'
import { DOCUMENT_FILES } from '#ui/form/file-rules.ts'
import { Form, FormActions } from '#ui/form/form.tsx'
import { type DepositDetails, depositCalls } from './calls.tsx'
import { useProof } from './use-proof.tsx'

/**
 * Sends the proof with the quoted terms, which the server compares. Reports progress and can be
 * cancelled.
 */
function useUpload(deposit: DepositDetails) {
  const [share, setShare] = useState<number | null>(null)
  const [cancel, setCancel] = useState<AbortController | null>(null)
  const send = async (file: File | null) => {
    const controller = new AbortController()
    setCancel(controller)
    if (file) setShare(0)

    try {
      return await depositCalls.submit.call(
        {
          _id: deposit._id,
          amount: deposit.amount,
          payment_method: deposit.payment_method,
          wallet_address: deposit.address,
          selected_plan: deposit.plan._id,
          interest_percentage: deposit.plan.percentage,
          ...(file ? { payment_proof: file } : {}),
        },
        { signal: controller.signal, context: { onSent: setShare } },
      )
    } catch (error) {
      if (controller.signal.aborted) return null
      throw error
    } finally {
      setShare(null)
    }
  }

  const sending = share === null ? undefined : { share, onCancel: () => cancel?.abort() }
  return { send, sending }
}

/** Uploads the proof of payment of a quote. The chosen file is stored until the upload succeeds. */
export function ProofForm({ deposit }: { deposit: DepositDetails }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const inTime = deposit.status === 'awaiting_payment'
  const { proof, choose, sent } = useProof(deposit._id)
  const { send, sending } = useUpload(deposit)
  const form = useFormAction(async () => {
    const answer = await send(proof)
    if (!answer) {
      void queries.invalidateQueries()
      return
    }

    await sent()
    await navigate(`/dashboard/deposit-submitted?id=${deposit._id}`, { replace: true })
  })

  const take = (next: File | null) => {
    choose(next)
    form.clearErrors()
  }

  return (
    <Form wide errors={form.errors} onSubmit={form.onSubmit}>
      <FileDrop
        name="payment_proof"
        label="Add proof of payment"
        hint={
          'A screenshot or receipt showing the transaction ID. PNG, JPEG, WebP or PDF, up to 10 MB.'
        }
        rules={DOCUMENT_FILES}
        file={proof}
        onFile={take}
        sending={sending}
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
          You don’t need a proof once the blockchain shows your payment: this page then updates
          automatically. You can return to this deposit from your deposits history. If the rate
          expires before you pay, get a new quote first.
        </p>
      )}
    </Form>
  )
}
