import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { FieldRow, Form } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { planCalls } from './calls.tsx'
import { hasPlacedAssets } from './plan-assets.tsx'
import { ReceiptFields } from './receipt-fields.tsx'
import {
  CurrencyField,
  EvidenceField,
  PeriodFields,
  ResultActions,
  type ResultCurrency,
  type ResultFormProps,
} from './result-fields.tsx'
import { WhilePlacedField, type WhilePlacedKind } from './while-placed-field.tsx'

/**
 * The form that proposes a plan's income and its receipt. While assets are placed for the plan it
 * asks whether the payment is income, or capital that came back.
 */
export function IncomeForm({ planId, back, onProposed }: ResultFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [currency, setCurrency] = useState<ResultCurrency>('USD')
  const [kind, setKind] = useState<WhilePlacedKind | null>(null)
  const { data } = useQuery(planCalls.performance.queryOptions({ input: { id: planId } }))
  const placed = data && hasPlacedAssets(data.data) ? data.data.assets : null
  const isReturned = placed !== null && kind === 'returned'

  const form = useFormAction(async (fields) => {
    const { evidence: _, whilePlaced: __, outputIndex = '', ...values } = fields
    const { body } = isReturned
      ? await treasuryCalls.returnAssets.call({
          ...values,
          ...(outputIndex && { outputIndex: Number(outputIndex) }),
          plan: planId,
          currency,
        })
      : await planCalls.proposeIncome.call({
          ...values,
          id: planId,
          outputIndex,
          currency,
          ...(kind === 'income' ? { whilePlaced: kind } : {}),
          ...(file ? { evidence: file } : {}),
        })

    await onProposed(body.data._id, body.message)
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      {placed && <WhilePlacedField assets={placed} value={kind} onValue={setKind} />}
      <Panel title="Amount received">
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
                  : 'Converted to dollars at the current price, rounded down.'
              }
            />
          </FieldRow>
          <ReceiptFields currency={currency} />
        </Stack>
      </Panel>
      <Panel title="Details">
        <Stack tight>
          {isReturned ? <ReturnReasonField /> : <IncomeFields file={file} onFile={setFile} />}
        </Stack>
      </Panel>
      <ResultActions pending={form.pending} back={back}>
        {isReturned ? 'Propose returned capital' : 'Propose income'}
      </ResultActions>
    </Form>
  )
}

const ReturnReasonField = () => (
  <TextAreaField
    label="Reason"
    name="reason"
    rows={2}
    hint="Why it was returned and where the evidence is."
  />
)

type FileProps = { file: File | null; onFile: (file: File | null) => void }

const IncomeFields = (props: FileProps) => (
  <>
    <PeriodFields />
    <TextAreaField
      label="Source"
      name="source"
      rows={2}
      hint="Where it came from. Members see it with each return paid from it."
    />
    <EvidenceField {...props} />
  </>
)
