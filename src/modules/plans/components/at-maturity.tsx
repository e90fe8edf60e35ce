import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AT_MATURITY, type AtMaturity, parseAtMaturity } from '../model.ts'
import { type PositionTimeline, planCalls } from './calls.tsx'

const CHOICES: Record<AtMaturity, { label: string; hint: string }> = {
  to_balance: { label: 'To my balance', hint: 'The principal is cash then.' },
  reinvest_principal: {
    label: 'Reinvest the principal',
    hint: 'In what the plan offers that day. What is paid of the return is profit.',
  },
  reinvest_all: {
    label: 'Reinvest everything',
    hint: 'The principal, and what is paid of the return that very day.',
  },
}

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
          legend="What becomes of it then"
          hideLegend
          name="at_maturity"
          value={choice}
          onChange={(value) => setChoice(parseAtMaturity(value) ?? choice)}
          choices={AT_MATURITY.map((value) => ({ value, ...CHOICES[value] }))}
        />
        <p className="small muted">
          You can change this until the day before <CalendarDay day={position.maturesOn} />. Where
          the plan takes no more money then, the principal becomes cash.
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
