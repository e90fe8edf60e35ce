import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { COINS, CURRENCIES, type Currency } from '#lib/money.ts'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import { ReceiptFields } from '#modules/plans/components/receipt-fields.tsx'
import { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { MemberPicker } from './member-picker.tsx'
import { type MovementField, type MovementForm, sendMovement } from './treasury-movements.tsx'

type Props = {
  movement: MovementForm
  /** The payment in suspense that the movement is about. */
  receipt?: { _id: string; amount: string; currency: Currency } | undefined
  onClose: () => void
}

/** The dialog of one treasury movement. A proposal opens under Approvals. */
export function MovementDialog({ movement, receipt, onClose }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const needsCoin = movement.fields.includes('coin-amount')
  const converts = movement.fields.includes('received')
  const [currency, setCurrency] = useState<Currency>(needsCoin || converts ? 'BTC' : 'USD')
  const [chosen, setReceived] = useState<Currency>('USD')
  const received =
    listOthers(currency).find((one) => one === chosen) ?? listOthers(currency)[0] ?? 'USD'
  const form = useFormAction(async (values) => {
    const { body } = await sendMovement(movement.name, values, receipt?._id)
    toast.success(body.message)
    onClose()
    await queries.invalidateQueries()
    if (body.data.state === 'waiting')
      await navigate(`/admin-dashboard/approvals?open=${body.data._id}`)
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={movement.label}
      actionLabel="Continue"
      acting="Sending…"
      effects={receipt && [{ label: 'Payment', value: `${receipt.amount} ${receipt.currency}` }]}
      {...form}
    >
      <p>{movement.lead}</p>
      {movement.fields.map((field) => (
        <MovementInput
          key={field}
          {...{ field, currency, received, converts }}
          onCurrency={setCurrency}
          onReceived={setReceived}
        />
      ))}
    </FormDialog>
  )
}

type InputProps = {
  field: MovementField
  currency: Currency
  onCurrency: (currency: Currency) => void
  /** The currency that a conversion brings in; its payment is the one with a receipt. */
  received: Currency
  onReceived: (currency: Currency) => void
  converts: boolean
}

/** Returns the currencies that one can be converted to; for dollars the first is a coin. */
const listOthers = (from: Currency): readonly Currency[] => CURRENCIES.filter((one) => one !== from)

function MovementInput(props: InputProps) {
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

const formatCurrency = (currency: Currency) => (currency === 'USD' ? 'US dollars' : currency)

type AmountProps = Pick<InputProps, 'currency' | 'onCurrency'> & { options: readonly Currency[] }

const AmountFields = ({ options, currency, onCurrency }: AmountProps) => (
  <FieldRow>
    <SelectField
      label="Currency"
      name="currency"
      value={currency}
      options={options.map((one) => ({ value: one, label: formatCurrency(one) }))}
      onChange={(event) => onCurrency(options.find((one) => one === event.target.value) ?? 'USD')}
    />
    <MoneyField
      key={currency}
      label={`Amount, ${currency}`}
      name="amount"
      currency={currency}
      hint={currency === 'USD' ? undefined : 'Valued in dollars at the current price.'}
    />
  </FieldRow>
)

const DestinationPlaceFields = () => (
  <>
    <TextField label="To location" name="toPlace" autoComplete="off" />
    <CheckboxField
      label="Open as a new location"
      name="opensPlace"
      value="1"
      hint="Otherwise an unknown name is rejected, which protects against typing mistakes."
    />
  </>
)

type ReceivedProps = Pick<InputProps, 'received' | 'onReceived'> & { from: Currency }

const ReceivedFields = ({ from, received, onReceived }: ReceivedProps) => (
  <>
    <FieldRow>
      <SelectField
        label="Converted to"
        name="toCurrency"
        value={received}
        options={listOthers(from).map((one) => ({ value: one, label: formatCurrency(one) }))}
        onChange={(event) =>
          onReceived(CURRENCIES.find((one) => one === event.target.value) ?? 'USD')
        }
      />
      <MoneyField
        key={received}
        label={`Amount received, ${received}`}
        name="received"
        currency={received}
      />
    </FieldRow>
    <PlaceField label="Received at location" name="toPlace" currency={received} />
  </>
)

type PlaceProps = { label: string; name: string; currency: Currency }

/** The custody places that hold a currency. */
function PlaceField({ label, name, currency }: PlaceProps) {
  const { data } = useQuery(treasuryCalls.custody.queryOptions())
  const places = (data?.data ?? []).filter((line) => line.currency === currency)

  return (
    <SelectField
      key={currency}
      label={label}
      name={name}
      placeholder={currency === 'USD' ? 'Default: bank' : 'Default: hot'}
      options={places.map(({ place, held }) => ({
        value: place,
        label: `${place}, ${held} ${currency}`,
      }))}
    />
  )
}

function PlanField() {
  const { data } = useQuery(planCalls.all.queryOptions())
  const options = (data?.data ?? []).map(({ _id, name, family }) => ({
    value: _id,
    label: `${name}, ${familyText(family)}`,
  }))

  return <SelectField label="Plan" name="plan" placeholder="Choose a plan" options={options} />
}
