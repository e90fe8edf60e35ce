import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { parsePlainAmount } from '#lib/typed-amount.ts'
import { signProposal } from '#modules/identity/components/sign-approval.tsx'
import { SigningNote } from '#modules/identity/components/signing-note.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { CASH_REASON_LABELS, findSignedProposal } from '../model.ts'
import { ArrivalFields, type ArrivalFormValues, toInstantText } from './arrival-fields.tsx'
import { type DepositReview, depositCalls, type StaffDeposit } from './calls.tsx'
import { formatConfirmations } from './chain-payment.tsx'

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

/** Reads the review of a payment as it is entered: its figures follow the typing. */
function usePreview(id: string, received: string, arrivedAt: string) {
  const plainReceived = received.trim() ? parsePlainAmount(received) : ''
  return useQuery({
    ...depositCalls.review.queryOptions({
      input: {
        id,
        received: (plainReceived ?? received) || undefined,
        arrivedAt: toInstantText(arrivedAt),
      },
      retry: false,
    }),
    placeholderData: keepPreviousData,
  })
}

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

type ArrivedProps = {
  deposit: StaffDeposit
  review: DepositReview | undefined
  isEntered: boolean
  onReceived: (received: string) => void
  onArrivedAt: (arrivedAt: string) => void
}

/** The payment that the blockchain shows, or the fields to enter another one. */
function ArrivedPayment({ deposit, review, isEntered, ...fields }: ArrivedProps) {
  const [byHand, setByHand] = useState(false)

  return review?.evidence && !byHand && !isEntered ? (
    <OnEvidence review={review} onByHand={() => setByHand(true)} />
  ) : (
    <ArrivalFields
      deposit={deposit}
      needed={byHand || (review?.receiptNeeded ?? false)}
      {...fields}
    />
  )
}

type OnEvidenceProps = { review: DepositReview; onByHand: () => void }

/** Shows the credit when nothing is entered: the payments that the blockchain shows. */
const OnEvidence = ({ review: { evidence, deposit }, onByHand }: OnEvidenceProps) => (
  <p>
    <Money amount={evidence?.received ?? '0'} unit={deposit.coin} /> is credited as the blockchain
    shows it, with its transaction and the time it was first seen.{' '}
    <Button variant="ghost" size="sm" onClick={onByHand}>
      Enter another payment
    </Button>
  </p>
)

function buildEffectRows({ effects, deposit, evidence }: DepositReview): KeyValue[] {
  if (!effects) return []

  const change = ({ before, after }: { before: string; after: string }) => (
    <>
      <Money amount={before} /> to <Money amount={after} />
    </>
  )

  return [
    ...buildEvidenceRows(evidence),
    { label: 'Account Balance', value: change(effects.balance) },
    { label: `Invested in ${deposit.plan}`, value: <Money amount={effects.invested} /> },
    ...(effects.cashReason
      ? [{ label: 'Credited as cash because', value: CASH_REASON_LABELS[effects.cashReason] }]
      : []),
    { label: 'Owed to members', value: change(effects.owed) },
    { label: 'Emailed to', value: deposit.member.email },
  ]
}

/** The blocks and providers behind each payment, and both rates of a late one. */
const buildEvidenceRows = (evidence: DepositReview['evidence']): KeyValue[] =>
  (evidence?.payments ?? [])
    .filter(({ gone }) => !gone)
    .map((payment) => ({
      label: formatConfirmations(payment),
      value: (
        <>
          {payment.block === null ? 'In no block yet' : `Block ${payment.block}`},{' '}
          {payment.providers.join(', ')}
          {payment.rate && (
            <>
              , at <Money amount={payment.rate} />
            </>
          )}
        </>
      ),
    }))

type ActionsProps = { form: string; pending: boolean; secondAdmin: boolean; onClose: () => void }

const ConfirmActions = ({ form, pending, secondAdmin, onClose }: ActionsProps) => (
  <>
    <Button onClick={onClose}>Go back</Button>
    <Button
      variant="primary"
      type="submit"
      form={form}
      pending={pending}
      pendingLabel="Loading...."
    >
      {secondAdmin ? 'Confirm and request second approval' : 'Confirm and post'}
    </Button>
  </>
)
