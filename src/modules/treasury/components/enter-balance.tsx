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
      title={`Record the external balance of ${placeText(line)}`}
      effects={[
        { label: 'Ledger balance', value: <Exact amount={line.held} currency={line.currency} /> },
      ]}
      actionLabel="Record balance"
      acting="Loading...."
      {...form}
    >
      <MoneyField
        label={`External balance, ${line.currency}`}
        name="amount"
        currency={line.currency}
      />
      <TextField
        label="As of, UTC"
        name="asOf"
        type="datetime-local"
        optional
        hint="Defaults to now. Compared with the ledger balance at that time."
      />
      <TextAreaField
        label="Evidence"
        name="evidence"
        rows={2}
        hint={
          'Where you saw it, such as a statement number or explorer link. A difference opens ' +
          'a break.'
        }
      />
    </FormDialog>
  )
}
