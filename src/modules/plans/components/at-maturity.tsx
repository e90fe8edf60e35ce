import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AT_MATURITY, type AtMaturity, parseAtMaturity } from '../model.ts'
import { type PositionTimeline, planCalls } from './calls.tsx'

const CHOICES: Record<AtMaturity, { label: string; hint: string }> = {
  to_balance: { label: 'To my balance', hint: 'Your principal goes to your cash balance.' },
  reinvest_principal: {
    label: 'Reinvest the principal',
    hint: 'Principal is reinvested at the plan’s terms on that day. Returns paid go to profit.',
  },
  reinvest_all: {
    label: 'Reinvest everything',
    hint: 'Principal and any return paid that day are reinvested.',
  },
}

/** A field that chooses what happens at maturity; the principal goes to cash unless changed. */
export const AtMaturityField = () => (
  <SelectField
    label="When this investment matures"
    name="at_maturity"
    defaultValue={'to_balance' satisfies AtMaturity}
    options={AT_MATURITY.map((value) => ({ value, label: CHOICES[value].label }))}
    hint="Reinvestment repeats at each maturity until you change it."
  />
)

/** Shows the instruction for a position at maturity; it can change until the day before. */
export function AtMaturityChoice({ position }: { position: PositionTimeline }) {
  const queries = useQueryClient()
  const [choice, setChoice] = useState<AtMaturity>(position.atMaturity)
  const form = useFormAction(async () => {
    const { message } = await planCalls.setAtMaturity.call({
      id: position._id,
      at_maturity: choice,
    })
    toast.success(message)
    void queries.invalidateQueries()
  })

  return (
    <Panel title="At maturity">
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <ChoiceCards
          legend="When this investment matures"
          hideLegend
          name="at_maturity"
          value={choice}
          onChange={(value) => setChoice(parseAtMaturity(value) ?? choice)}
          choices={AT_MATURITY.map((value) => ({ value, ...CHOICES[value] }))}
        />
        <p className="small muted">
          Reinvestment repeats at each maturity until you change it. You can change this choice
          until the day before <CalendarDay day={position.maturesOn} />. If the plan can’t accept
          the reinvestment that day, your principal goes to your cash balance.
        </p>
        <FormActions>
          <Button
            type="submit"
            pending={form.pending}
            pendingLabel="Saving…"
            done={choice === position.atMaturity}
          >
            {choice === position.atMaturity ? 'Saved' : 'Save choice'}
          </Button>
        </FormActions>
      </Form>
    </Panel>
  )
}
