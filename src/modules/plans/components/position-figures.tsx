import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { Money } from '#ui/figures/money.tsx'
import type { PositionTimeline } from './calls.tsx'

/** Shows target, accrued, due and paid as four figures. */
export function PositionFigures({ position }: { position: PositionTimeline | undefined }) {
  const getFigure = (field: 'remaining' | 'accrued' | 'returnDue' | 'returnPaid') =>
    position?.[field] ?? '0'
  const settled = position !== undefined && position.maturedOn !== null

  return (
    <BalanceBand
      label="Figures"
      loading={!position}
      cells={[
        {
          label: 'Invested',
          amount: getFigure('remaining'),
          note: position && (
            <>
              <Money amount={position.principal} /> at first
            </>
          ),
        },
        {
          label: 'Accrued',
          amount: settled ? '0' : getFigure('accrued'),
          note: settled ? 'Its term is over' : 'An estimate, in no balance',
        },
        { label: 'Due', amount: position?.owed ?? '0', note: 'Awaiting plan income' },
        { label: 'Paid', amount: getFigure('returnPaid'), note: 'Out of recorded income' },
      ]}
    />
  )
}
