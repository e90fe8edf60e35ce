import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { PlanPerformance } from './calls.tsx'

/** The kind of a payment while assets are placed for its plan. */
export type WhilePlacedKind = 'returned' | 'income'

const CHOICES: { value: WhilePlacedKind; label: string; hint: string }[] = [
  {
    value: 'returned',
    label: 'Returned capital',
    hint: 'Reduces the placed amount. No returns are paid from it.',
  },
  {
    value: 'income',
    label: 'Income',
    hint: 'Funds returns. The approval and the public page show that assets were placed.',
  },
]

type Props = {
  assets: NonNullable<PlanPerformance['assets']>
  value: WhilePlacedKind | null
  onValue: (kind: WhilePlacedKind) => void
}

/** Shows what is placed for the plan and asks whether the payment is a part of it. */
export const WhilePlacedField = ({ assets, value, onValue }: Props) => (
  <Panel title="Placed assets">
    <Stack tight>
      <p>
        <Money amount={assets.outstanding} /> is placed
        {assets.since && (
          <>
            {' '}
            since <CalendarDay day={assets.since} />
          </>
        )}
        . A payment from them is returned capital, unless you and a second admin record it as
        income.
      </p>
      <ChoiceCards
        legend="Payment type"
        name="whilePlaced"
        value={value}
        onChange={onValue}
        choices={CHOICES}
        roomy
      />
    </Stack>
  </Panel>
)
