import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { FieldRow, Form } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { planCalls } from './calls.tsx'
import {
  CurrencyField,
  EvidenceField,
  PeriodFields,
  ResultActions,
  type ResultCurrency,
  type ResultFormProps,
} from './result-fields.tsx'

/** The form that proposes a plan's income and its receipt. */
export function IncomeForm({ planId, back, onProposed }: ResultFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [currency, setCurrency] = useState<ResultCurrency>('USD')
  const form = useFormAction(async (fields) => {
    const { evidence: _, ...values } = fields
    const { body } = await planCalls.proposeIncome.call({
      ...values,
      id: planId,
      currency,
      ...(file ? { evidence: file } : {}),
    })

    await onProposed(body.data._id, body.message)
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <Panel title="What came in">
        <Stack tight>
          <FieldRow>
            <CurrencyField value={currency} onValue={setCurrency} />
            <MoneyField
              label={`Amount, ${currency}`}
              name="amount"
              currency={currency}
              hint={
                currency === 'USD'
                  ? undefined
                  : 'Counts in dollars at the current price, rounded down.'
              }
            />
          </FieldRow>
          <ReceiptFields currency={currency} />
        </Stack>
      </Panel>
      <Panel title="What it was">
        <Stack tight>
          <PeriodFields />
          <TextAreaField
            label="Source"
            name="source"
            rows={2}
            hint="Where it came from. Members read it with every return that is paid out of it."
          />
          <EvidenceField file={file} onFile={setFile} />
        </Stack>
      </Panel>
      <ResultActions pending={form.pending} back={back}>
        Propose income
      </ResultActions>
    </Form>
  )
}

/** The fields of the receipt, which can be used once. */
function ReceiptFields({ currency }: { currency: ResultCurrency }) {
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
