import { CalendarDay } from '#ui/figures/when.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { formatDays, parseWholeNumber, type SettingLabels, toText } from './setting-form.tsx'

export const legal: SettingLabels = {
  title: 'Versions of the legal texts',
  lead: 'After a new version, each member is asked for consent at the next login.',
  rows: (value) => [
    { label: 'Terms of Use', value: <CalendarDay day={toText(value.terms)} /> },
    { label: 'Risk Disclosure', value: <CalendarDay day={toText(value.riskDisclosure)} /> },
  ],
  fields: (value) => (
    <FieldRow>
      <TextField
        label="Terms of Use, version date"
        name="legal.terms"
        type="date"
        defaultValue={toText(value.terms)}
      />
      <TextField
        label="Risk Disclosure, version date"
        name="legal.riskDisclosure"
        type="date"
        defaultValue={toText(value.riskDisclosure)}
      />
    </FieldRow>
  ),
  parse: (fields) => ({
    terms: fields['legal.terms'],
    riskDisclosure: fields['legal.riskDisclosure'],
  }),
}

export const retention: SettingLabels = {
  title: 'Retention',
  lead: 'Days after an account is closed or an email is sent. The ledger is never deleted.',
  rows: (value) => [
    { label: 'Proofs of payment', value: formatDays(value.proofDays) },
    { label: 'Emails', value: formatDays(value.messageDays) },
    { label: 'In-app notifications', value: formatDays(value.notificationDays) },
    { label: 'Identity details and documents', value: formatDays(value.identityDays) },
  ],
  fields: (value) => (
    <FieldRow>
      {(
        [
          ['proofDays', 'Proofs of payment, days'],
          ['messageDays', 'Emails, days'],
          ['notificationDays', 'In-app notifications, days'],
          ['identityDays', 'Identity details and documents, days'],
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
  parse: (fields) => ({
    proofDays: parseWholeNumber(fields['retention.proofDays']),
    messageDays: parseWholeNumber(fields['retention.messageDays']),
    notificationDays: parseWholeNumber(fields['retention.notificationDays']),
    identityDays: parseWholeNumber(fields['retention.identityDays']),
  }),
}

export const verification: SettingLabels = {
  title: 'Identity verification',
  lead: 'Members are promised this review time. Only business days count.',
  rows: (value) => [
    { label: 'Promised review time', value: formatDays(value.reviewDays) },
    { label: 'Default time to the re-check', value: formatDays(value.recheckDays) },
  ],
  fields: (value) => (
    <FieldRow>
      {(
        [
          ['reviewDays', 'Promised review time, business days'],
          ['recheckDays', 'Default time to the re-check, days'],
        ] as const
      ).map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          name={`verification.${name}`}
          inputMode="numeric"
          defaultValue={toText(value[name])}
        />
      ))}
    </FieldRow>
  ),
  parse: (fields) => ({
    reviewDays: parseWholeNumber(fields['verification.reviewDays']),
    recheckDays: parseWholeNumber(fields['verification.recheckDays']),
  }),
}
