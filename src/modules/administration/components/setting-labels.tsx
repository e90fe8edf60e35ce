import type { ReactNode } from 'react'
import { parsePercentage } from '#lib/percentages.ts'
import {
  CountriesField,
  formatCountries,
  PickCountries,
  parseCountries,
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
export type SettingLabels = {
  title: string
  lead: string
  rows: (value: Value) => KeyValue[]
  fields: (value: Value) => ReactNode
  from: (fields: Fields) => Value
}

const toText = (value: unknown) => String(value ?? '')
const renderText = (value: unknown): ReactNode =>
  toText(value) === '' ? <span className="muted">Not named yet</span> : toText(value)
const formatHours = (value: unknown) => `${toText(value)} ${Number(value) === 1 ? 'hour' : 'hours'}`
const formatDays = (value: unknown) => `${toText(value)} ${Number(value) === 1 ? 'day' : 'days'}`

/** 2550 as '25.5': basis points as a percentage that people type. */
const toPercent = (bps: unknown) => String(Number(bps) / 100)
/** '25.5' as 2550; any other text stays as it is, for the server to reject. */
const toBasisPoints = (percent = '') => parsePercentage(percent) ?? percent
const parseWholeNumber = (typed: string | undefined) =>
  /^\d+$/.test(typed?.trim() ?? '') ? Number(typed) : typed

const buildIncentiveRows = ({ on, countries }: Value): KeyValue[] => [
  { label: 'Switched', value: on ? 'On' : 'Off' },
  { label: 'For members in', value: formatCountries(countries) },
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

const parseIncentive = (name: 'referral' | 'campaigns', fields: Fields): Value => ({
  on: fields[`${name}.on`] === 'on',
  countries: parseCountries(fields[`${name}.countries`]),
})

const operator: SettingLabels = {
  title: 'Brand and operator',
  lead: 'Stands on every page, mail and statement.',
  rows: (value) => [
    {
      label: 'Brand',
      value: toText(value.brand) || <span className="muted">As the brand’s file says</span>,
    },
    { label: 'Legal name', value: renderText(value.legalName) },
    { label: 'Registered address', value: renderText(value.address) },
    { label: 'Contact e-mail', value: renderText(value.email) },
    { label: 'Licence or registration', value: renderText(value.registration) },
  ],
  fields: (value) => (
    <>
      <FieldRow>
        <TextField
          label="Brand"
          name="operator.brand"
          defaultValue={toText(value.brand)}
          maxLength={60}
        />
        <TextField
          label="Legal name"
          name="operator.legalName"
          defaultValue={toText(value.legalName)}
        />
      </FieldRow>
      <TextField
        label="Registered address"
        name="operator.address"
        defaultValue={toText(value.address)}
      />
      <TextField
        label="Contact e-mail"
        name="operator.email"
        inputMode="email"
        defaultValue={toText(value.email)}
      />
      <TextAreaField
        label="Licence or registration"
        name="operator.registration"
        rows={2}
        defaultValue={toText(value.registration)}
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

const withdrawals: SettingLabels = {
  title: 'Limits of withdrawals',
  lead: 'The stated time stands beside the time that was measured.',
  rows: (value) => [
    { label: 'Paid within', value: formatHours(value.statedHours) },
    { label: 'A new wallet address waits', value: formatHours(value.walletCoolDownHours) },
    {
      label: 'Two admins approve from',
      value: <Money amount={toText(value.secondAdminFrom)} />,
    },
  ],
  fields: (value) => (
    <>
      <FieldRow>
        <TextField
          label="Paid within, hours"
          name="withdrawals.statedHours"
          inputMode="numeric"
          defaultValue={toText(value.statedHours)}
        />
        <TextField
          label="A new wallet address waits, hours"
          name="withdrawals.walletCoolDownHours"
          inputMode="numeric"
          defaultValue={toText(value.walletCoolDownHours)}
        />
      </FieldRow>
      <MoneyField
        label="Two admins approve from"
        name="withdrawals.secondAdminFrom"
        defaultValue={toText(value.secondAdminFrom)}
      />
    </>
  ),
  from: (fields) => ({
    statedHours: parseWholeNumber(fields['withdrawals.statedHours']),
    walletCoolDownHours: parseWholeNumber(fields['withdrawals.walletCoolDownHours']),
    secondAdminFrom: fields['withdrawals.secondAdminFrom'] ?? '',
  }),
}

const plans: SettingLabels = {
  title: 'Targets out of the ordinary',
  lead: 'Above it a plan carries the warning and two admins publish it.',
  rows: (value) => [
    { label: 'Above the equivalent, a year, of', value: `${toPercent(value.targetWarningBps)}%` },
  ],
  fields: (value) => (
    <TextField
      label="Per cent a year"
      name="plans.targetWarningBps"
      inputMode="decimal"
      defaultValue={toPercent(value.targetWarningBps)}
      hint="30 at most: it can only be lowered."
    />
  ),
  from: (fields) => ({ targetWarningBps: toBasisPoints(fields['plans.targetWarningBps']) }),
}

const legal: SettingLabels = {
  title: 'Versions of the legal texts',
  lead: 'A new version asks each member for consent again at the next sign-in.',
  rows: (value) => [
    { label: 'Terms of Use', value: <DayOf day={toText(value.terms)} /> },
    { label: 'Risk Disclosure', value: <DayOf day={toText(value.riskDisclosure)} /> },
  ],
  fields: (value) => (
    <FieldRow>
      <TextField
        label="Terms of Use of"
        name="legal.terms"
        type="date"
        defaultValue={toText(value.terms)}
      />
      <TextField
        label="Risk Disclosure of"
        name="legal.riskDisclosure"
        type="date"
        defaultValue={toText(value.riskDisclosure)}
      />
    </FieldRow>
  ),
  from: (fields) => ({
    terms: fields['legal.terms'],
    riskDisclosure: fields['legal.riskDisclosure'],
  }),
}

const referral: SettingLabels = {
  title: 'Referral: share and countries',
  lead: 'One level, paid from the promotion account alone.',
  rows: (value) => [
    ...buildIncentiveRows(value),
    { label: 'Of the first completed deposit', value: `${toPercent(value.percentageBps)}%` },
  ],
  fields: (value) => (
    <>
      <IncentiveFields name="referral" value={value} />
      <TextField
        label="Per cent of the first completed deposit"
        name="referral.percentageBps"
        inputMode="decimal"
        defaultValue={toPercent(value.percentageBps)}
      />
    </>
  ),
  from: (fields) => ({
    ...parseIncentive('referral', fields),
    percentageBps: toBasisPoints(fields['referral.percentageBps']),
  }),
}

const campaigns: SettingLabels = {
  title: 'Campaigns: countries',
  lead: 'Which countries a campaign is shown in at all.',
  rows: buildIncentiveRows,
  fields: (value) => <IncentiveFields name="campaigns" value={value} />,
  from: (fields) => parseIncentive('campaigns', fields),
}

const retention: SettingLabels = {
  title: 'How long things are kept',
  lead: 'Proofs after an account was closed, mails after they left; the books stay for good.',
  rows: (value) => [
    { label: 'Proofs of payment', value: formatDays(value.proofDays) },
    { label: 'Mails', value: formatDays(value.messageDays) },
    { label: 'Notices in the app', value: formatDays(value.notificationDays) },
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
          defaultValue={toText(value[name])}
        />
      ))}
    </FieldRow>
  ),
  from: (fields) => ({
    proofDays: parseWholeNumber(fields['retention.proofDays']),
    messageDays: parseWholeNumber(fields['retention.messageDays']),
    notificationDays: parseWholeNumber(fields['retention.notificationDays']),
  }),
}

const countries: SettingLabels = {
  title: 'Countries that are refused',
  lead: 'Nobody who lives there can sign up. Members who are here already stay, and can withdraw.',
  rows: (value) => [{ label: 'No sign-up from', value: formatCountries(value.blocked) }],
  fields: (value) => (
    <PickCountries
      legend="Countries"
      name="countries.blocked"
      value={Array.isArray(value.blocked) ? value.blocked : []}
      none="No country: everybody can sign up."
    />
  ),
  from: (fields) => ({ blocked: parseCountries(fields['countries.blocked']) }),
}

export const SETTING_WORDS: Record<SettingName, SettingLabels> = {
  operator,
  withdrawals,
  plans,
  legal,
  referral,
  campaigns,
  retention,
  countries,
}
