import { toCents } from '#lib/money.ts'
import type { OwnPosition } from '#modules/plans/components/calls.tsx'
import { formatPositionName } from '#modules/plans/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'

const computeOutstandingReturn = ({ returnDue, returnPaid }: OwnPosition) =>
  toCents(returnDue) - toCents(returnPaid)

/** The profit that can't be withdrawn yet, by position, with the reason. */
export function ProfitWaits({ positions }: { positions: readonly OwnPosition[] }) {
  const running = positions.filter(
    ({ status, accrued }) => status === 'open' && toCents(accrued) > 0n,
  )
  const due = positions.filter((position) => computeOutstandingReturn(position) > 0n)
  if (running.length + due.length === 0) return null

  return (
    <Panel title="Not available yet">
      <Stack tight>
        <KeyValues
          rows={[
            ...due.map((position) => ({
              label: <>{formatPositionName(position)}: due, awaiting plan income</>,
              value: <Money amount={computeOutstandingReturn(position)} />,
            })),
            ...running.map((position) => ({
              label: (
                <>
                  {formatPositionName(position)}: accrued, matures{' '}
                  <CalendarDay day={position.maturesOn} />
                </>
              ),
              value: <Money amount={position.accrued} />,
            })),
          ]}
        />
        <p className="meta muted">
          Accrued amounts are estimates and aren’t included in your balance. They become due at
          maturity and are paid only from income recorded for the plan, so you may receive less or
          nothing.
        </p>
      </Stack>
    </Panel>
  )
}
