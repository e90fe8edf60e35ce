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

export const withdrawals: SettingLabels = {
  title: 'Limits of withdrawals',
  lead: 'Members see the stated time next to the measured time.',
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
  parse: (fields) => ({
    statedHours: parseWholeNumber(fields['withdrawals.statedHours']),
    walletCoolDownHours: parseWholeNumber(fields['withdrawals.walletCoolDownHours']),
    secondAdminFrom: fields['withdrawals.secondAdminFrom'] ?? '',
  }),
}

export const plans: SettingLabels = {
  title: 'Targets above the threshold',
  lead: 'A plan above it shows a warning, and two admins publish it.',
  rows: (value) => [
    { label: 'Above the equivalent, a year, of', value: `${toPercent(value.targetWarningBps)}%` },
  ],
  fields: (value) => (
    <TextField
      label="Per cent a year"
      name="plans.targetWarningBps"
      inputMode="decimal"
      defaultValue={toPercent(value.targetWarningBps)}
      hint="At most 30: the threshold can only be lowered."
    />
  ),
  parse: (fields) => ({ targetWarningBps: toBasisPoints(fields['plans.targetWarningBps']) }),
}

export const fees: SettingLabels = {
  title: 'Ceiling of withdrawal fees',
  lead: 'Published with the fees. No withdrawal fee or minimum is set above it.',
  rows: (value) => [
    { label: 'Fee and minimum are at most', value: <Money amount={toText(value.ceiling)} /> },
  ],
  fields: (value) => (
    <MoneyField
      label="Fee and minimum are at most"
      name="fees.ceiling"
      defaultValue={toText(value.ceiling)}
      hint="At most $25.00. To lower it, lower the fees and minimums above it first."
    />
  ),
  parse: (fields) => ({ ceiling: fields['fees.ceiling'] ?? '' }),
}
