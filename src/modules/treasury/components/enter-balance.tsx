import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { type CustodyLine, treasuryCalls } from './calls.tsx'
import { Exact, placeText } from './custody-labels.tsx'

/** Returns the entered time, '2026-11-20T09:30' in UTC, as a field; no field without a time. */
const toAsOfInput = (typed: string | undefined) => (typed ? { asOf: `${typed}:00Z` } : {})

/** The dialog to record an outside balance: from a bank statement or a chain explorer. */
export function EnterBalance({ line, onClose }: { line: CustodyLine; onClose: () => void }) {
  const form = useToastAction(
    ({ amount = '', asOf, evidence = '' }) =>
      treasuryCalls.recordBalance.call({
        account: line.account,
        amount,
        evidence,
        ...toAsOfInput(asOf),
      }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`What does ${placeText(line)} hold outside?`}
      effects={[
        { label: 'Books, now', value: <Exact amount={line.held} currency={line.currency} /> },
      ]}
      actionLabel="Enter"
      acting="Loading...."
      {...form}
    >
      <MoneyField
        label={`Held outside, in ${line.currency}`}
        name="amount"
        currency={line.currency}
      />
      <TextField
        label="As of, in UTC"
        name="asOf"
        type="datetime-local"
        optional
        hint="Now unless named. It is compared with what the books held then."
      />
      <TextAreaField
        label="Evidence"
        name="evidence"
        rows={2}
        hint={
          'Where you saw it: the statement’s number, the explorer’s address. A difference ' +
          'opens a break.'
        }
      />
    </FormDialog>
  )
}
