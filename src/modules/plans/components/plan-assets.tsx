import { toCents, type Usd } from '#lib/money.ts'
import type { PlanAssetsEvent } from '#modules/treasury/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { PlanPerformance } from './calls.tsx'

const EVENTS: Record<PlanAssetsEvent, string> = {
  placed: 'placing',
  returned: 'return of capital',
  'written-off': 'write-off',
}

/** Shows what is placed outside for a plan beside what came back and what was called income. */
export function PlanAssets({ performance }: { performance: PlanPerformance | undefined }) {
  if (!performance?.assets) return null

  const { assets, figures } = performance
  const { lastConfirmed } = assets
  const renderAmount = (amount: Usd) => <Money amount={amount} />

  return (
    <Panel title="Placed assets">
      <KeyValues
        rows={[
          { label: 'Placed', value: renderAmount(assets.placed) },
          { label: 'Returned as capital', value: renderAmount(assets.returned) },
          { label: 'Written off', value: renderAmount(assets.writtenOff) },
          { label: 'Still placed, at cost', value: renderAmount(assets.outstanding) },
          { label: 'Recorded as income', value: renderAmount(figures.recorded) },
          {
            label: 'Of which recorded while assets were placed',
            value: renderAmount(figures.recordedWhilePlaced),
          },
          ...(assets.since
            ? [{ label: 'Placed since', value: <CalendarDay day={assets.since} /> }]
            : []),
          ...(lastConfirmed
            ? [
                {
                  label: 'Last confirmed',
                  value: (
                    <>
                      <CalendarDay day={lastConfirmed.on} />, {EVENTS[lastConfirmed.event]}, by{' '}
                      {lastConfirmed.proposedBy} and {lastConfirmed.approvedBy}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

/** Returns whether assets are placed for the plan, so that what comes back is capital first. */
export const hasPlacedAssets = (performance: PlanPerformance): boolean =>
  performance.assets !== null && toCents(performance.assets.outstanding) > 0n
