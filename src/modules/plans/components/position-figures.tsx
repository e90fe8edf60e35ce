import { BalanceBand, type BandCell } from '#ui/figures/balance-band.tsx'
import { Money } from '#ui/figures/money.tsx'
import type { PositionTimeline } from './calls.tsx'

/**
 * Shows invested, accrued, due and paid as figures; of a position that has ended its return first.
 */
export function PositionFigures({ position }: { position: PositionTimeline | undefined }) {
  const ended = position !== undefined && position.maturedOn !== null
  return (
    <BalanceBand
      label="Figures"
      loading={!position}
      cells={ended ? buildEndedCells(position) : buildRunningCells(position)}
    />
  )
}

type Cells = [BandCell, ...BandCell[]]

const buildRunningCells = (position: PositionTimeline | undefined): Cells => [
  {
    label: 'Invested',
    amount: position?.remaining ?? '0',
    note: position && (
      <>
        Initially <Money amount={position.principal} />
      </>
    ),
  },
  {
    label: 'Accrued',
    amount: position?.accrued ?? '0',
    note: 'Estimate, not in your balance',
  },
  buildDueCell(position),
  buildPaidCell(position),
]

const buildEndedCells = (position: PositionTimeline): Cells => [
  buildPaidCell(position),
  buildDueCell(position),
  { label: 'Initially invested', amount: position.principal, note: 'Term ended' },
]

const buildDueCell = (position: PositionTimeline | undefined): BandCell => ({
  label: 'Due',
  amount: position?.owed ?? '0',
  note: 'Awaiting plan income',
})

const buildPaidCell = (position: PositionTimeline | undefined): BandCell => ({
  label: 'Paid',
  amount: position?.returnPaid ?? '0',
  note: 'From recorded income',
})
