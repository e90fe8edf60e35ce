import {
  CountriesField,
  formatCountries,
  parseCountries,
} from '#modules/settings/components/countries-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import {
  type SettingFields,
  type SettingLabels,
  type SettingValue,
  toBasisPoints,
  toPercent,
} from './setting-form.tsx'

const buildIncentiveRows = ({ on, countries }: SettingValue): KeyValue[] => [
  { label: 'Status', value: on ? 'On' : 'Off' },
  { label: 'Available in', value: formatCountries(countries) },
]

const IncentiveFields = ({
  name,
  value,
}: {
  name: 'referral' | 'campaigns'
  value: SettingValue
}) => (
  <>
    <SelectField
      label="Status"
      name={`${name}.on`}
      defaultValue={value.on ? 'on' : 'off'}
      options={[
        { value: 'off', label: 'Off: no link, banner or reward' },
        { value: 'on', label: 'On in the countries below' },
      ]}
    />
    <CountriesField
      legend="Countries"
      name={`${name}.countries`}
      value={value.countries === 'all' || Array.isArray(value.countries) ? value.countries : []}
    />
  </>
)

const parseIncentive = (name: 'referral' | 'campaigns', fields: SettingFields): SettingValue => ({
  on: fields[`${name}.on`] === 'on',
  countries: parseCountries(fields[`${name}.countries`]),
})

export const referral: SettingLabels = {
  title: 'Referral reward',
  lead: 'Direct referrals only. Paid only from the promotion account.',
  rows: (value) => [
    ...buildIncentiveRows(value),
    { label: 'Share of the first completed deposit', value: `${toPercent(value.percentageBps)}%` },
  ],
  fields: (value) => (
    <>
      <IncentiveFields name="referral" value={value} />
      <TextField
        label="Share of the first completed deposit, %"
        name="referral.percentageBps"
        inputMode="decimal"
        defaultValue={toPercent(value.percentageBps)}
      />
    </>
  ),
  parse: (fields) => ({
    ...parseIncentive('referral', fields),
    percentageBps: toBasisPoints(fields['referral.percentageBps']),
  }),
}

export const campaigns: SettingLabels = {
  title: 'Campaign availability',
  lead: 'Members in other countries don’t see campaigns.',
  rows: buildIncentiveRows,
  fields: (value) => <IncentiveFields name="campaigns" value={value} />,
  parse: (fields) => parseIncentive('campaigns', fields),
}
