import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { JournalLines } from '#modules/ledger/components/journal-lines.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { planCalls } from './calls.tsx'
import type { PlanResult } from './plan-result-columns.tsx'

type Props = { income: PlanResult; onClose: () => void }

/** Proposes to reverse an income, or says why it can't be reversed. */
export function ReverseIncome({ income, onClose }: Props) {
  const { data, error } = useQuery(
    planCalls.incomeReversal.queryOptions({ input: { id: income._id } }),
  )
  const preview = data?.data
  const title = (
    <>
      Reverse the income of <Money amount={income.amount} />?
    </>
  )

  if (preview && !preview.waiting && !preview.refusal)
    return (
      <ReversalForm income={income} entries={preview.entries} title={title} onClose={onClose} />
    )

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={<Button onClick={onClose}>Go back</Button>}
    >
      {error && <p role="alert">{error.message}</p>}
      {!error && !preview && <p>Loading...</p>}
      {preview?.waiting ? (
        <p>
          Waiting for approval: proposed by {preview.waiting.by} on{' '}
          <When at={preview.waiting.at} timeZone="UTC" /> UTC.{' '}
          <Link to="/admin-dashboard/approvals">Open approvals</Link>
        </p>
      ) : (
        preview?.refusal && <p>{preview.refusal}</p>
      )}
    </Dialog>
  )
}

type FormProps = Props & {
  title: ReactNode
  entries: ComponentProps<typeof JournalLines>['rows']
}

function ReversalForm({ income, title, entries, onClose }: FormProps) {
  const queries = useQueryClient()
  const form = useFormAction(async ({ reason = '' }) => {
    const { message } = await planCalls.reverseIncome.call({ id: income._id, reason })
    toast.success(message)
    onClose()
    void queries.invalidateQueries()
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      effects={[{ label: 'Income', value: income.description }]}
      actionLabel="Propose reversal"
      acting="Loading...."
      {...form}
    >
      <TextAreaField
        label="Reason"
        name="reason"
        hint="It stays with the income and in the audit log."
        maxLength={1000}
      />
      <JournalLines caption="What the reversal will post" rows={entries} />
      <p>
        Another admin with the role finance or owner has to approve exactly this. Nothing is posted
        until then. Afterwards the same payment can be recorded again, once.
      </p>
    </FormDialog>
  )
}
