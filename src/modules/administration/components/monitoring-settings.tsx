import type { ReactNode } from 'react'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { formatDays, parseWholeNumber, type SettingLabels, toText } from './setting-form.tsx'

const OFF_HINT = 'Leave it empty to turn the rule off.'

const renderLimit = (limit: unknown, text: ReactNode): ReactNode => (limit === null ? 'Off' : text)

/** Returns the typed limit; null for an empty field, which turns its rule off. */
const parseLimit = (typed = '') => (typed.trim() === '' ? null : parseWholeNumber(typed))

export const monitoring: SettingLabels = {
  title: 'Transaction monitoring',
  lead: 'A transaction found by a rule is on hold until two admins clear it.',
  rows: ({
    sumFrom,
    sumDays,
    countFrom,
    inOutPercent,
    inOutDays,
    sharedAddressFrom,
    nameMismatch,
  }) => [
    {
      label: 'Large sum',
      value: renderLimit(
        sumFrom,
        <>
          From <Money amount={toText(sumFrom)} /> in {formatDays(sumDays)}
        </>,
      ),
    },
    {
      label: 'Many transactions',
      value: renderLimit(countFrom, `From ${toText(countFrom)} in 24 hours`),
    },
    {
      label: 'Quick withdrawal',
      value: renderLimit(
        inOutPercent,
        `From ${toText(inOutPercent)}% of the deposits of ${formatDays(inOutDays)}`,
      ),
    },
    {
      label: 'Shared address',
      value: renderLimit(sharedAddressFrom, `From ${toText(sharedAddressFrom)} members`),
    },
    { label: 'Name mismatch', value: renderLimit(nameMismatch, 'On') },
  ],
  fields: (value) => (
    <>
      <FieldRow>
        <MoneyField
          label="Large sum from"
          name="monitoring.sumFrom"
          defaultValue={toText(value.sumFrom)}
          hint={OFF_HINT}
        />
        <TextField
          label="Sum over, days"
          name="monitoring.sumDays"
          inputMode="numeric"
          defaultValue={toText(value.sumDays)}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Withdrawn again from, %"
          name="monitoring.inOutPercent"
          inputMode="numeric"
          defaultValue={toText(value.inOutPercent)}
          hint={`Share of recent deposits. ${OFF_HINT}`}
        />
        <TextField
          label="Withdrawn again within, days"
          name="monitoring.inOutDays"
          inputMode="numeric"
          defaultValue={toText(value.inOutDays)}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Transactions in 24 hours from"
          name="monitoring.countFrom"
          inputMode="numeric"
          defaultValue={toText(value.countFrom)}
          hint={OFF_HINT}
        />
        <TextField
          label="Members with one address from"
          name="monitoring.sharedAddressFrom"
          inputMode="numeric"
          defaultValue={toText(value.sharedAddressFrom)}
          hint={OFF_HINT}
        />
      </FieldRow>
      <CheckboxField
        label="Withdrawals of members whose name differs from the verified one"
        name="monitoring.nameMismatch"
        defaultChecked={value.nameMismatch === 'on'}
      />
    </>
  ),
  parse: (fields) => ({
    sumFrom: fields['monitoring.sumFrom']?.trim() || null,
    sumDays: parseWholeNumber(fields['monitoring.sumDays']),
    countFrom: parseLimit(fields['monitoring.countFrom']),
    inOutPercent: parseLimit(fields['monitoring.inOutPercent']),
    inOutDays: parseWholeNumber(fields['monitoring.inOutDays']),
    sharedAddressFrom: parseLimit(fields['monitoring.sharedAddressFrom']),
    nameMismatch: fields['monitoring.nameMismatch'] ? 'on' : null,
  }),
}
