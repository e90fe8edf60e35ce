import { TextField } from '#ui/form/text-field.tsx'
import { renderText, type SettingLabels, toText } from './setting-form.tsx'

const CHAINS = [
  { field: 'bitcoin', label: 'Bitcoin' },
  { field: 'ethereum', label: 'Ethereum' },
  { field: 'tron', label: 'TRON' },
] as const

/** The block explorers that links of transactions lead to. */
export const explorers: SettingLabels = {
  title: 'Block explorers',
  lead:
    'Members and staff look up transactions there, so the explorer sees which ones. A new ' +
    'address needs a second admin and 24 hours in live.',
  rows: (value) =>
    CHAINS.map(({ field, label }) => ({
      label,
      value: <span className="anywhere">{renderText(value[field])}</span>,
    })),
  fields: (value) =>
    CHAINS.map(({ field, label }) => (
      <TextField
        key={field}
        label={`${label} explorer`}
        name={`explorers.${field}`}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        defaultValue={toText(value[field])}
        hint={
          'An https address with {txid} in place of the transaction ID. ' +
          'Leave it empty for no link.'
        }
      />
    )),
  parse: (fields) =>
    Object.fromEntries(CHAINS.map(({ field }) => [field, fields[`explorers.${field}`] ?? ''])),
}
