import { useQuery } from '@tanstack/react-query'
import { toCents } from '#lib/money.ts'
import { type OwnPosition, planCalls } from '#modules/plans/components/calls.tsx'
import { formatPlanName } from '#modules/plans/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { formatCalendarDay } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import styles from './figure-drawer.module.css'

type Figure = 'accrued' | 'due'

const hasEnded = ({ maturedOn, daysPassed, termDays }: OwnPosition) =>
  maturedOn !== null || daysPassed >= termDays

/** Returns a position's part of a figure: accrued while its term runs, due once it has ended. */
function computePart(position: OwnPosition, figure: Figure): bigint {
  if (hasEnded(position) !== (figure === 'due')) return 0n
  if (position.maturedOn === null) return toCents(position.accrued)
  return toCents(position.returnDue) - toCents(position.returnPaid)
}

function renderLabel({
  plan,
  openedOn,
  maturesOn,
  daysPassed,
  termDays,
  ...position
}: OwnPosition) {
  const ended = position.maturedOn !== null || daysPassed >= termDays
  return (
    <>
      {formatPlanName(plan)}
      <br />
      <span className="muted small">
        {formatCalendarDay(openedOn)} to {formatCalendarDay(maturesOn)},{' '}
        {ended ? 'term ended' : `day ${daysPassed} of ${termDays}`}
      </span>
    </>
  )
}

/** Lists the positions behind an expected return. */
export function ExpectedReturns({ figure }: { figure: Figure }) {
  const { data, isError, refetch } = useQuery(planCalls.positions.queryOptions())
  if (!data) return isError ? <ReadFailed onRetry={refetch} /> : <SkeletonLines />

  const parts = data.data
    .map((position) => ({ position, part: computePart(position, figure) }))
    .filter(({ part }) => part !== 0n)
  if (parts.length === 0)
    return (
      <EmptyState>{figure === 'due' ? 'Nothing is due.' : 'Nothing has accrued yet.'}</EmptyState>
    )

  return (
    <>
      <KeyValues
        rows={parts.map(({ position, part }) => ({
          label: renderLabel(position),
          value: <Money amount={part} />,
        }))}
        total={{
          label: figure === 'due' ? 'Due' : 'Accrued',
          value: <Money amount={parts.reduce((sum, { part }) => sum + part, 0n)} />,
        }}
      />
      <p className={styles.risk}>
        Returns are not guaranteed. A term can end below its target or with nothing, and you can
        lose money.
      </p>
    </>
  )
}
