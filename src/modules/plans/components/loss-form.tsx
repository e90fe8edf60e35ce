import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { FieldRow, Form } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { LOSS_SOURCES, type LossSource } from '../model.ts'
import { planCalls } from './calls.tsx'
import {
  CurrencyField,
  EvidenceField,
  PeriodFields,
  ResultActions,
  type ResultCurrency,
  type ResultFormProps,
} from './result-fields.tsx'

const WHERE: Record<LossSource, { label: string; hint: string }> = {
  assets: {
    label: 'Placed assets',
    hint: 'An asset is worth less than was paid for it.',
  },
  custody: { label: 'Assets in custody', hint: 'Crypto or bank money was lost.' },
}

const parseLossSource = (text: string) => LOSS_SOURCES.find((one) => one === text) ?? 'assets'

/** The form that proposes a plan's loss. */
export function LossForm({ planId, back, onProposed }: ResultFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [from, setFrom] = useState<LossSource>('assets')
  const [chosen, setChosen] = useState<ResultCurrency>('USD')
  const currency = from === 'assets' ? 'USD' : chosen
  const form = useFormAction(async ({ amount, period_from, period_to, cause }) => {
    const { body } = await planCalls.proposeLoss.call({
      id: planId,
      from,
      currency,
      amount,
      period_from,
      period_to,
      cause,
      ...(file ? { evidence: file } : {}),
    })

    await onProposed(body.data._id, body.message)
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <Panel title="Amount lost">
        <Stack tight>
          <ChoiceCards
            legend="Lost from"
            name="from"
            value={from}
            onChange={(value) => setFrom(parseLossSource(value))}
            choices={LOSS_SOURCES.map((value) => ({ value, ...WHERE[value] }))}
          />
          <FieldRow>
            {from === 'custody' && <CurrencyField value={chosen} onValue={setChosen} />}
            <MoneyField label={`Amount, ${currency}`} name="amount" currency={currency} />
          </FieldRow>
        </Stack>
      </Panel>
      <Panel title="Details">
        <Stack tight>
          <PeriodFields />
          <TextAreaField
            label="Cause"
            name="cause"
            rows={2}
            hint="Members will see it in an email, on statements and in their positions."
          />
          <EvidenceField file={file} onFile={setFile} />
        </Stack>
      </Panel>
      <ResultActions pending={form.pending} back={back}>
        Propose loss
      </ResultActions>
    </Form>
  )
}
