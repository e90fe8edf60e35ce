import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { ResultCurrency } from './result-fields.tsx'

/** The fields of the receipt, which can be used once. */
export function ReceiptFields({ currency }: { currency: ResultCurrency }) {
  const sandbox = useSiteConfig().mode === 'sandbox'
  const simulated = sandbox ? ' Left empty, the sandbox simulates the payment.' : ''

  if (currency === 'USD')
    return (
      <TextField
        label="Bank reference"
        name="bankReference"
        autoComplete="off"
        hint={`Of the transfer that came in.${simulated}`}
        optional={sandbox}
      />
    )

  return (
    <FieldRow>
      <TextField
        label="Transaction id"
        name="txid"
        autoComplete="off"
        spellCheck={false}
        hint={`Of the payment that came in.${simulated}`}
        optional={sandbox}
      />
      <TextField
        label="Output"
        name="outputIndex"
        inputMode="numeric"
        hint="Its number, from 0."
        optional
      />
    </FieldRow>
  )
}
