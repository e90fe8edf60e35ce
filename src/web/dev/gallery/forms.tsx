import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { FileDrop } from '#ui/form/file-drop.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { CodeField, TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { currencyBtc, currencyEth } from '#ui/icons.ts'

const PROBLEMS = [
  { field: 'password', message: 'Use at least 12 characters.' },
  { field: 'consent', message: 'Tick the box to continue.' },
]

export function Fields() {
  const [wrong, setWrong] = useState(false)
  return (
    <Form errors={wrong ? PROBLEMS : []}>
      <FieldRow>
        <TextField label="First Name" name="first_name" autoComplete="off" />
        <TextField label="Last Name" name="last_name" optional />
      </FieldRow>
      <SelectField
        label="Country"
        name="country"
        placeholder="Choose your country"
        options={[{ value: 'DE', label: 'Germany' }]}
      />
      <PasswordField
        label="Password"
        name="password"
        hint="At least 12 characters."
        autoComplete="off"
      />
      <CodeField label="Verification code" name="code" />
      <TextAreaField label="Reason" name="reason" />
      <CheckboxField name="consent" label="I understand I could lose all the money I invest." />
      <FormActions>
        <Button variant="primary" onClick={() => setWrong(!wrong)}>
          Show errors
        </Button>
        <Button pending pendingLabel="Sending...">
          Send Reset Password Link
        </Button>
        <Button done>Payment Confirmed</Button>
        <Button variant="ghost">Quiet</Button>
      </FormActions>
    </Form>
  )
}

export function MoneyFields() {
  const [method, setMethod] = useState<'BITCOIN' | 'ETHERIUM' | 'USDT'>('BITCOIN')
  const [file, setFile] = useState<File | null>(null)

  return (
    <Form>
      <MoneyField label="Amount" name="amount" hint="Minimum $50.00" after="Available $3,284.16" />
      <ChoiceCards
        legend="Method"
        name="method"
        value={method}
        onChange={setMethod}
        choices={[
          { value: 'BITCOIN', label: 'Bitcoin', hint: 'BTC', logo: { glyph: currencyBtc } },
          { value: 'ETHERIUM', label: 'Ethereum', hint: 'ETH', logo: { glyph: currencyEth } },
          { value: 'USDT', label: 'USDT', hint: 'ERC-20', logo: { text: 'T' } },
        ]}
      />
      <FileDrop
        name="proof"
        label="Add proof of payment"
        hint="PNG or PDF, up to 10 MB."
        file={file}
        onFile={setFile}
        rules={{
          types: { 'image/png': ['.png'], 'application/pdf': ['.pdf'] },
          maxBytes: 10 * 1024 * 1024,
          typesLabel: 'a PNG or PDF file',
        }}
      />
    </Form>
  )
}
