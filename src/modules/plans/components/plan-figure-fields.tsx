import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { StaffVersion } from './calls.tsx'
import { DaysTermFields } from './plan-term-fields.tsx'

type PlanFigureFieldsProps = { version: StaffVersion | undefined } & {
  percentage: string
  setPercentage: (text: string) => void
  termDays: string
  setTermDays: (text: string) => void
}

/** The fields for a version's amounts, target and terms. */
export const PlanFigureFields = ({
  version,
  percentage,
  setPercentage,
  termDays,
  setTermDays,
}: PlanFigureFieldsProps) => (
  <>
    <FieldRow>
      <MoneyField label="Minimum amount" name="minAmount" defaultValue={version?.minAmount} />
      <MoneyField label="Maximum amount" name="maxAmount" defaultValue={version?.maxAmount} />
    </FieldRow>
    <FieldRow>
      <TextField
        label="Target return over the term"
        name="percentage"
        hint="For example 12.5%. Not guaranteed."
        value={percentage}
        onChange={(event) => setPercentage(event.target.value)}
      />
      <TextField
        label="Term in days"
        name="termDays"
        inputMode="numeric"
        value={termDays}
        onChange={(event) => setTermDays(event.target.value)}
      />
    </FieldRow>
    <FieldRow>
      <DaysTermFields version={version} />
      <TextField
        label="Offered from"
        name="effectiveFrom"
        type="date"
        hint="Leave empty for today."
        optional
      />
    </FieldRow>
  </>
)

/** The field that marks a version's figures as a sample. */
export const SampleField = ({ version }: { version: StaffVersion | undefined }) => (
  <CheckboxField
    label="Sample figures, simulated money"
    name="sample"
    hint="Shown next to the figures. Not available with real money."
    defaultChecked={version?.sample ?? true}
  />
)
