import { useQuery } from '@tanstack/react-query'
import { CURRENCIES, type Currency } from '#lib/money.ts'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { MovementField } from './movement-form.tsx'

export type MovementInputProps = {
  field: MovementField
  currency: Currency
  onCurrency: (currency: Currency) => void
  /** The currency that a conversion brings in; its payment is the one with a receipt. */
  received: Currency
  onReceived: (currency: Currency) => void
  converts: boolean
}

/** Returns the currencies that one can be converted to; for dollars the first is a coin. */
export const listOthers = (from: Currency): readonly Currency[] =>
  CURRENCIES.filter((one) => one !== from)

const formatCurrency = (currency: Currency) => (currency === 'USD' ? 'US dollars' : currency)

type AmountProps = Pick<MovementInputProps, 'currency' | 'onCurrency'> & {
  options: readonly Currency[]
}

export const AmountFields = ({ options, currency, onCurrency }: AmountProps) => (
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

export const DestinationPlaceFields = () => (
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

type ReceivedProps = Pick<MovementInputProps, 'received' | 'onReceived'> & { from: Currency }

export const ReceivedFields = ({ from, received, onReceived }: ReceivedProps) => (
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
export function PlaceField({ label, name, currency }: PlaceProps) {
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

export function PlanField() {
  const { data } = useQuery(planCalls.all.queryOptions())
  const options = (data?.data ?? []).map(({ _id, name, family }) => ({
    value: _id,
    label: `${name}, ${familyText(family)}`,
  }))

  return <SelectField label="Plan" name="plan" placeholder="Choose a plan" options={options} />
}
