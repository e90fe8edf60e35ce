import { FINAL_CONFIRMATIONS } from '#modules/settings/model.ts'
import { FieldRow } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { parseWholeNumber, type SettingLabels, toText } from './setting-form.tsx'

const FINALISED = 'finalised'

/** The chains with the fields of their confirmations from $0, $1,000 and $10,000. */
const CHAINS = [
  { label: 'Bitcoin', fields: ['bitcoin', 'bitcoinFrom1000', 'bitcoinFrom10000'] },
  {
    label: 'Ethereum and ERC-20',
    fields: ['ethereum', 'ethereumFrom1000', 'ethereumFrom10000'],
  },
] as const
const FROM = ['from $0', 'from $1,000', 'from $10,000'] as const

const formatCount = (count: unknown) =>
  Number(count) === FINAL_CONFIRMATIONS ? FINALISED : toText(count)

const parseCount = (typed: string | undefined) =>
  typed?.trim().toLowerCase() === FINALISED ? FINAL_CONFIRMATIONS : parseWholeNumber(typed)

const listFields = () => CHAINS.flatMap(({ fields }) => fields)

/** The confirmations that a payment needs by its value. */
export const confirmations: SettingLabels = {
  title: 'Confirmations',
  lead:
    'A payment counts once it has this many confirmations. Lower numbers need a second admin and ' +
    '24 hours in live.',
  rows: (value) =>
    CHAINS.map(({ label, fields }) => ({
      label,
      value: fields.map((field, at) => `${FROM[at]}: ${formatCount(value[field])}`).join(', '),
    })),
  fields: (value) =>
    CHAINS.map(({ label, fields }) => (
      <FieldRow key={label}>
        {fields.map((field, at) => (
          <TextField
            key={field}
            label={`${label} ${FROM[at]}`}
            name={`confirmations.${field}`}
            defaultValue={formatCount(value[field])}
            hint={
              field === 'ethereumFrom10000' ? `A number of blocks, or ‘${FINALISED}’.` : undefined
            }
          />
        ))}
      </FieldRow>
    )),
  parse: (fields) =>
    Object.fromEntries(
      listFields().map((field) => [field, parseCount(fields[`confirmations.${field}`])]),
    ),
}
