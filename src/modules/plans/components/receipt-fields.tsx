import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { ResultCurrency } from './result-fields.tsx'

/** The fields of the receipt, which can be used once. */
export function ReceiptFields({ currency }: { currency: ResultCurrency }) {
  const sandbox = useSiteConfig().mode === 'sandbox'
  const simulated = sandbox ? ' Leave empty in the sandbox to simulate the payment.' : ''

  if (currency === 'USD')
    return (
      <TextField
        label="Bank reference"
        name="bankReference"
        autoComplete="off"
        hint={`Reference of the incoming transfer.${simulated}`}
        optional={sandbox}
      />
    )

  return (
    <FieldRow>
      <TextField
        label="Transaction ID"
        name="txid"
        autoComplete="off"
        spellCheck={false}
        hint={`ID of the incoming payment.${simulated}`}
        optional={sandbox}
      />
      <TextField
        label="Output"
        name="outputIndex"
        inputMode="numeric"
        hint="Output number, starting at 0."
        optional
      />
    </FieldRow>
  )
}
