import { FieldRow } from '#ui/form/form.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { renderText, type SettingLabels, toText } from './setting-form.tsx'

export const operator: SettingLabels = {
  title: 'Brand and operator',
  lead: 'Shown on every page, email and statement.',
  rows: (value) => [
    {
      label: 'Brand',
      value: toText(value.brand) || <span className="muted">From brand.json</span>,
    },
    { label: 'Legal name', value: renderText(value.legalName) },
    { label: 'Registered address', value: renderText(value.address) },
    { label: 'Contact email', value: renderText(value.email) },
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
        label="Contact email"
        name="operator.email"
        inputMode="email"
        defaultValue={toText(value.email)}
      />
      <TextAreaField
        label="Licence or registration"
        name="operator.registration"
        rows={2}
        defaultValue={toText(value.registration)}
        hint="If there is none, say so."
      />
    </>
  ),
  parse: (fields) =>
    Object.fromEntries(
      ['brand', 'legalName', 'address', 'email', 'registration'].map((name) => [
        name,
        fields[`operator.${name}`]?.trim() ?? '',
      ]),
    ),
}
