import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { JournalLines, toAccountNames } from '#modules/ledger/components/journal-lines.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type DepositReview, depositCalls, type StaffDeposit } from './calls.tsx'

type Reversal = NonNullable<DepositReview['reversal']>

type FootProps = { reversal: Reversal; onReverse: () => void }

/** Opens the reversal of a confirmed deposit, or says why it can't be reversed. */
export function ReverseFoot({ reversal: { refusal, waiting }, onReverse }: FootProps) {
  const reverses = usePermission('deposit.reverse')

  if (waiting)
    return (
      <p>
        Reversal waiting for approval: proposed by {waiting.by} on{' '}
        <When at={waiting.at} timeZone="UTC" /> UTC.{' '}
        <Link to="/admin-dashboard/approvals">Open approvals</Link>
      </p>
    )
  if (reverses === false) return <p>{describeDeciders('deposit.reverse')}</p>

  return (
    <>
      {refusal && <p>{refusal}</p>}
      {reverses && !refusal && (
        <FormActions>
          <Button onClick={onReverse}>Reverse…</Button>
        </FormActions>
      )}
    </>
  )
}

type DialogProps = { deposit: StaffDeposit; onClose: () => void; onDone: () => void }

/** The dialog that proposes a reversal: its reason, and the rows that it will post. */
export function ReverseDeposit({ deposit, onClose, onDone }: DialogProps) {
  const { data } = useQuery(depositCalls.review.queryOptions({ input: { id: deposit._id } }))
  const reversal = data?.data.reversal
  const form = useFormAction(async ({ reason = '' }) => {
    const { message } = await depositCalls.reverse.call({ id: deposit._id, reason })
    toast.success(message)
    onDone()
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={
        <>
          Reverse the <Money amount={deposit.amount} /> of {deposit.member.name}?
        </>
      }
      effects={reversal ? buildEffectRows(deposit, reversal) : undefined}
      actionLabel="Propose reversal"
      acting="Loading...."
      {...form}
    >
      <TextAreaField
        label="Reason"
        name="reason"
        hint={`${deposit.member.name} reads it in the mail and on the statement.`}
        maxLength={1000}
      />
      {reversal && (
        <JournalLines
          caption="What the reversal will post"
          rows={reversal.entries}
          names={toAccountNames(deposit.member._id, deposit.member.name)}
        />
      )}
      <p>
        Another admin with the role finance or owner has to approve exactly this. Nothing is posted
        until then. Afterwards the same payment can be recorded again, once, for the member whose it
        is.
      </p>
    </FormDialog>
  )
}

const buildEffectRows = (deposit: StaffDeposit, reversal: Reversal) => [
  {
    label: 'Cash',
    value: (
      <>
        <Money amount={reversal.cash.before} /> to <Money amount={reversal.cash.after} />
      </>
    ),
  },
  {
    label: `Position in ${deposit.plan}`,
    value:
      toCents(reversal.principal) > 0n ? (
        <>
          ends; <Money amount={reversal.principal} /> is taken out
        </>
      ) : (
        'nothing left in it'
      ),
  },
  ...(toCents(reversal.withdrawn) > 0n
    ? [{ label: 'Left the position before', value: <Money amount={reversal.withdrawn} /> }]
    : []),
  { label: 'Mailed to', value: deposit.member.email },
]
