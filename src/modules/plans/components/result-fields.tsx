import { CURRENCIES } from '#lib/money.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { FileDrop } from '#ui/form/file-drop.tsx'
import { FieldRow, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'

export type ResultFormProps = {
  planId: string
  back: string
  /** Takes the id of the proposal and the message to show. */
  onProposed: (proposal: string, message: string) => Promise<void>
}

export type ResultCurrency = (typeof CURRENCIES)[number]

const parseCurrency = (text: string) => CURRENCIES.find((one) => one === text) ?? 'USD'

type CurrencyProps = { value: ResultCurrency; onValue: (value: ResultCurrency) => void }

/** The currency of a result. */
export const CurrencyField = ({ value, onValue }: CurrencyProps) => (
  <SelectField
    label="Currency"
    name="currency"
    value={value}
    options={CURRENCIES.map((one) => ({ value: one, label: one === 'USD' ? 'US dollars' : one }))}
    onChange={(event) => onValue(parseCurrency(event.target.value))}
  />
)

/** The period of a result. */
export const PeriodFields = () => (
  <FieldRow>
    <TextField label="First day of the period" name="period_from" type="date" />
    <TextField
      label="Last day of the period"
      name="period_to"
      type="date"
      hint="Must be in the past."
    />
  </FieldRow>
)

const RULES = {
  types: {
    'application/pdf': ['.pdf'],
    'image/png': ['.png'],
    'image/jpeg': ['.jpg', '.jpeg'],
    'image/webp': ['.webp'],
  },
  maxBytes: 10 * 1024 * 1024,
  typesLabel: 'a PNG, JPEG, WebP or PDF file',
}

type EvidenceProps = { file: File | null; onFile: (file: File | null) => void }

/** The evidence of a result; stored under the fingerprint that is approved. */
export const EvidenceField = ({ file, onFile }: EvidenceProps) => (
  <FileDrop
    name="evidence"
    label="Evidence"
    hint={
      'A statement or report. PNG, JPEG, WebP or PDF, up to 10 MB. Its hash is part of what ' +
      'is approved.'
    }
    rules={RULES}
    file={file}
    onFile={onFile}
  />
)

type ActionsProps = { pending: boolean; back: string; children: string }

export const ResultActions = ({ pending, back, children }: ActionsProps) => (
  <FormActions>
    <Button type="submit" variant="primary" size="lg" pending={pending} pendingLabel="Sending…">
      {children}
    </Button>
    <ButtonLink to={back} size="lg">
      Go back
    </ButtonLink>
  </FormActions>
)
