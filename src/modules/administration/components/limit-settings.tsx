import { Money } from '#ui/figures/money.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import {
  formatHours,
  parseWholeNumber,
  type SettingLabels,
  toBasisPoints,
  toPercent,
  toText,
} from './setting-form.tsx'

export const deposits: SettingLabels = {
  title: 'Automatic credit',
  lead:
    'Deposits that arrived in time and as quoted are credited ' +
    'once the blockchain has confirmed them.',
  rows: (value) => [
    {
      label: 'Credit deposits automatically up to',
      value: <Money amount={toText(value.automaticUpTo)} />,
    },
  ],
  fields: (value) => (
    <MoneyField
      label="Credit deposits automatically up to"
      name="deposits.automaticUpTo"
      defaultValue={toText(value.automaticUpTo)}
      hint="$0.00 turns it off. Up to $10,000.00. A second admin has to approve a higher amount."
    />
  ),
  parse: (fields) => ({ automaticUpTo: fields['deposits.automaticUpTo'] ?? '' }),
}

export const withdrawals: SettingLabels = {
  title: 'Withdrawal controls',
  lead: 'Members see the processing time next to the measured one.',
  rows: (value) => [
    { label: 'Processing time', value: formatHours(value.statedHours) },
    { label: 'New-address hold', value: formatHours(value.walletCoolDownHours) },
    {
      label: 'Second approval from',
      value: <Money amount={toText(value.secondAdminFrom)} />,
    },
  ],
  fields: (value) => (
    <>
      <FieldRow>
        <TextField
          label="Processing time, hours"
          name="withdrawals.statedHours"
          inputMode="numeric"
          defaultValue={toText(value.statedHours)}
        />
        <TextField
          label="New-address hold, hours"
          name="withdrawals.walletCoolDownHours"
          inputMode="numeric"
          defaultValue={toText(value.walletCoolDownHours)}
        />
      </FieldRow>
      <MoneyField
        label="Second approval from"
        name="withdrawals.secondAdminFrom"
        defaultValue={toText(value.secondAdminFrom)}
      />
    </>
  ),
  parse: (fields) => ({
    statedHours: parseWholeNumber(fields['withdrawals.statedHours']),
    walletCoolDownHours: parseWholeNumber(fields['withdrawals.walletCoolDownHours']),
    secondAdminFrom: fields['withdrawals.secondAdminFrom'] ?? '',
  }),
}

export const plans: SettingLabels = {
  title: 'High-target warning',
  lead: 'Plans above the threshold show a warning and need two admins to publish.',
  rows: (value) => [
    { label: 'Annualised threshold', value: `${toPercent(value.targetWarningBps)}%` },
  ],
  fields: (value) => (
    <TextField
      label="Annualised threshold, %"
      name="plans.targetWarningBps"
      inputMode="decimal"
      defaultValue={toPercent(value.targetWarningBps)}
      hint="Maximum 30%."
    />
  ),
  parse: (fields) => ({ targetWarningBps: toBasisPoints(fields['plans.targetWarningBps']) }),
}

export const fees: SettingLabels = {
  title: 'Withdrawal fee cap',
  lead: 'Published with the fees. Withdrawal fees and minimums can’t exceed it.',
  rows: (value) => [
    { label: 'Maximum fee and minimum', value: <Money amount={toText(value.ceiling)} /> },
  ],
  fields: (value) => (
    <MoneyField
      label="Maximum fee and minimum"
      name="fees.ceiling"
      defaultValue={toText(value.ceiling)}
      hint="Up to $25.00. To lower it, first lower any fees and minimums above it."
    />
  ),
  parse: (fields) => ({ ceiling: fields['fees.ceiling'] ?? '' }),
}
