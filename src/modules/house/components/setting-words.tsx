import type { ReactNode } from 'react'
import {
  CountriesField,
  countriesFrom,
  countriesText,
  PickCountries,
} from '#modules/settings/components/countries-field.tsx'
import { Money } from '#ui/figures/money.tsx'
import { DayOf } from '#ui/figures/when.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import type { SettingName } from './calls.tsx'

type Value = Record<string, unknown>
type Fields = Record<string, string>

/**
 * How one setting is read, written in a form, and taken out of it. Fields are named as the server
 * names them in a refusal.
 */
export type SettingWords = {
  title: string
  lead: string
  rows: (value: Value) => KeyValue[]
  fields: (value: Value) => ReactNode
  from: (fields: Fields) => Value
}

const text = (value: unknown) => String(value ?? '')
const shown = (value: unknown): ReactNode =>
  text(value) === '' ? <span className="muted">Not named yet</span> : text(value)
const hours = (value: unknown) => `${text(value)} ${Number(value) === 1 ? 'hour' : 'hours'}`
const days = (value: unknown) => `${text(value)} ${Number(value) === 1 ? 'day' : 'days'}`

/** 2550 as '25.5': basis points as a percentage that people type. */
const percentOf = (bps: unknown) => String(Number(bps) / 100)
const bpsOf = (percent: string | undefined) =>
  Math.round(Number(percent?.replace(',', '.') ?? '') * 100)
const whole = (typed: string | undefined) =>
  /^\d+$/.test(typed?.trim() ?? '') ? Number(typed) : typed
const centsOf = (dollars: string | undefined) => {
  const [units = '', decimals = ''] = (dollars ?? '').split('.')
  return `${units}${decimals.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '')
}
const dollarsOf = (cents: unknown) =>
  text(cents)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1')

const incentiveRows = ({ on, countries }: Value): KeyValue[] => [
  { label: 'Switched', value: on ? 'On' : 'Off' },
  { label: 'For members in', value: countriesText(countries) },
]

const IncentiveFields = ({ name, value }: { name: 'referral' | 'campaigns'; value: Value }) => (
  <>
    <SelectField
      label="Switched"
      name={`${name}.on`}
      defaultValue={value.on ? 'on' : 'off'}
      options={[
        { value: 'off', label: 'Off: no link, menu item, banner or reward' },
        { value: 'on', label: 'On, in the countries below' },
      ]}
    />
    <CountriesField
      legend="Countries"
      name={`${name}.countries`}
      value={value.countries === 'all' || Array.isArray(value.countries) ? value.countries : []}
    />
  </>
)

const incentiveFrom = (name: 'referral' | 'campaigns', fields: Fields): Value => ({
  on: fields[`${name}.on`] === 'on',
  countries: countriesFrom(fields[`${name}.countries`]),
})

const operator: SettingWords = {
  title: 'Brand and operator',
  lead: 'Stands on every page, mail and statement.',
  rows: (value) => [
    {
      label: 'Brand',
      value: text(value.brand) || <span className="muted">As the brand’s file says</span>,
    },
    { label: 'Legal name', value: shown(value.legalName) },
    { label: 'Registered address', value: shown(value.address) },
    { label: 'Contact e-mail', value: shown(value.email) },
    { label: 'Licence or registration', value: shown(value.registration) },
  ],
  fields: (value) => (
    <>
      <FieldRow>
        <TextField
          label="Brand"
          name="operator.brand"
          defaultValue={text(value.brand)}
          maxLength={60}
        />
        <TextField
          label="Legal name"
          name="operator.legalName"
          defaultValue={text(value.legalName)}
        />
      </FieldRow>
      <TextField
        label="Registered address"
        name="operator.address"
        defaultValue={text(value.address)}
      />
      <TextField
        label="Contact e-mail"
        name="operator.email"
        inputMode="email"
        defaultValue={text(value.email)}
      />
      <TextAreaField
        label="Licence or registration"
        name="operator.registration"
        rows={2}
        defaultValue={text(value.registration)}
        hint="Or the plain statement that there is none."
      />
    </>
  ),
  from: (fields) =>
    Object.fromEntries(
      ['brand', 'legalName', 'address', 'email', 'registration'].map((name) => [
        name,
        fields[`operator.${name}`]?.trim() ?? '',
      ]),
    ),
}

const withdrawals: SettingWords = {
  title: 'Limits of withdrawals',
  lead: 'The stated time stands beside the time that was measured.',
  rows: (value) => [
    { label: 'Paid within', value: hours(value.statedHours) },
    { label: 'A new wallet address waits', value: hours(value.walletCoolDownHours) },
    {
      label: 'Two admins approve from',
      value: <Money amount={dollarsOf(value.secondAdminFrom)} />,
    },
  ],
  fields: (value) => (
    <>
      <FieldRow>
        <TextField
          label="Paid within, hours"
          name="withdrawals.statedHours"
          inputMode="numeric"
          defaultValue={text(value.statedHours)}
        />
        <TextField
          label="A new wallet address waits, hours"
          name="withdrawals.walletCoolDownHours"
          inputMode="numeric"
          defaultValue={text(value.walletCoolDownHours)}
        />
      </FieldRow>
      <MoneyField
        label="Two admins approve from"
        name="withdrawals.secondAdminFrom"
        defaultValue={dollarsOf(value.secondAdminFrom)}
      />
    </>
  ),
  from: (fields) => ({
    statedHours: whole(fields['withdrawals.statedHours']),
    walletCoolDownHours: whole(fields['withdrawals.walletCoolDownHours']),
    secondAdminFrom: centsOf(fields['withdrawals.secondAdminFrom']),
  }),
}

const plans: SettingWords = {
  title: 'Targets out of the ordinary',
  lead: 'Above it a plan carries the warning and two admins publish it.',
  rows: (value) => [
    { label: 'Above the equivalent, a year, of', value: `${percentOf(value.targetWarningBps)}%` },
  ],
  fields: (value) => (
    <TextField
      label="Per cent a year"
      name="plans.targetWarningBps"
      inputMode="decimal"
      defaultValue={percentOf(value.targetWarningBps)}
      hint="30 at most: it can only be lowered."
    />
  ),
  from: (fields) => ({ targetWarningBps: bpsOf(fields['plans.targetWarningBps']) }),
}

const legal: SettingWords = {
  title: 'Versions of the legal texts',
  lead: 'A new version asks each member for consent again at the next sign-in.',
  rows: (value) => [
    { label: 'Terms of Use', value: <DayOf day={text(value.terms)} /> },
    { label: 'Risk Disclosure', value: <DayOf day={text(value.riskDisclosure)} /> },
  ],
  fields: (value) => (
    <FieldRow>
      <TextField
        label="Terms of Use of"
        name="legal.terms"
        type="date"
        defaultValue={text(value.terms)}
      />
      <TextField
        label="Risk Disclosure of"
        name="legal.riskDisclosure"
        type="date"
        defaultValue={text(value.riskDisclosure)}
      />
    </FieldRow>
  ),
  from: (fields) => ({
    terms: fields['legal.terms'],
    riskDisclosure: fields['legal.riskDisclosure'],
  }),
}

const referral: SettingWords = {
  title: 'Referral: share and countries',
  lead: 'One level, paid from the promotion account alone.',
  rows: (value) => [
    ...incentiveRows(value),
    { label: 'Of the first completed deposit', value: `${percentOf(value.percentageBps)}%` },
  ],
  fields: (value) => (
    <>
      <IncentiveFields name="referral" value={value} />
      <TextField
        label="Per cent of the first completed deposit"
        name="referral.percentageBps"
        inputMode="decimal"
        defaultValue={percentOf(value.percentageBps)}
      />
    </>
  ),
  from: (fields) => ({
    ...incentiveFrom('referral', fields),
    percentageBps: bpsOf(fields['referral.percentageBps']),
  }),
}

const campaigns: SettingWords = {
  title: 'Campaigns: countries',
  lead: 'Which countries a campaign is shown in at all.',
  rows: incentiveRows,
  fields: (value) => <IncentiveFields name="campaigns" value={value} />,
  from: (fields) => incentiveFrom('campaigns', fields),
}

const retention: SettingWords = {
  title: 'How long things are kept',
  lead: 'Proofs after an account was closed, mails after they left; the books stay for good.',
  rows: (value) => [
    { label: 'Proofs of payment', value: days(value.proofDays) },
    { label: 'Mails', value: days(value.messageDays) },
    { label: 'Notices in the app', value: days(value.notificationDays) },
  ],
  fields: (value) => (
    <FieldRow>
      {(
        [
          ['proofDays', 'Proofs of payment, days'],
          ['messageDays', 'Mails, days'],
          ['notificationDays', 'Notices, days'],
        ] as const
      ).map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          name={`retention.${name}`}
          inputMode="numeric"
          defaultValue={text(value[name])}
        />
      ))}
    </FieldRow>
  ),
  from: (fields) => ({
    proofDays: whole(fields['retention.proofDays']),
    messageDays: whole(fields['retention.messageDays']),
    notificationDays: whole(fields['retention.notificationDays']),
  }),
}

const countries: SettingWords = {
  title: 'Countries that are refused',
  lead: 'Nobody who lives there can sign up. Members who are here already stay, and can withdraw.',
  rows: (value) => [{ label: 'No sign-up from', value: countriesText(value.refused) }],
  fields: (value) => (
    <PickCountries
      legend="Countries"
      name="countries.refused"
      value={Array.isArray(value.refused) ? value.refused : []}
      none="No country: everybody can sign up."
    />
  ),
  from: (fields) => ({ refused: countriesFrom(fields['countries.refused']) }),
}

export const SETTING_WORDS: Record<SettingName, SettingWords> = {
  operator,
  withdrawals,
  plans,
  legal,
  referral,
  campaigns,
  retention,
  countries,
}
