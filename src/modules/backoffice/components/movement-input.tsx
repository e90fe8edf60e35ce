import { COINS, CURRENCIES } from '#lib/money.ts'
import { ReceiptFields } from '#modules/plans/components/receipt-fields.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { MemberPicker } from './member-picker.tsx'
import {
  AmountFields,
  DestinationPlaceFields,
  type MovementInputProps,
  PlaceField,
  PlanField,
  ReceivedFields,
} from './movement-fields.tsx'

export function MovementInput(props: MovementInputProps) {
  const { field, currency, onCurrency, received, onReceived, converts } = props

  switch (field) {
    case 'amount':
      return <AmountFields options={CURRENCIES} {...{ currency, onCurrency }} />
    case 'coin-amount':
      return <AmountFields options={COINS} {...{ currency, onCurrency }} />
    case 'dollars':
      return <MoneyField label="Amount" name="amount" />
    case 'place':
      return <PlaceField label="Location" name="place" currency={currency} />
    case 'to-place':
      return <DestinationPlaceFields />
    case 'received':
      return <ReceivedFields from={currency} {...{ received, onReceived }} />
    case 'destination':
      return (
        <TextField
          label="Destination"
          name="destination"
          autoComplete="off"
          hint="The receiving address or bank account."
        />
      )
    case 'payment':
      return <ReceiptFields currency={converts ? received : currency} />
    case 'plan':
      return <PlanField />
    case 'txid':
      return <TextField label="Transaction ID" name="txid" autoComplete="off" spellCheck={false} />
    case 'paid-from':
      return (
        <SelectField
          label="Paid from"
          name="paidFrom"
          defaultValue="equity"
          options={[
            { value: 'equity', label: 'Operator’s capital' },
            { value: 'fees', label: 'Withdrawal fees' },
          ]}
        />
      )
    case 'member':
      return <MemberPicker />
    case 'reason':
      return (
        <TextAreaField
          label="Reason"
          name="reason"
          rows={2}
          hint="Why, and where the evidence is."
        />
      )
  }
}
