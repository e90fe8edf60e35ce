import { toCents } from '#lib/money.ts'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import type { PlanPerformance } from './calls.tsx'

/** Shows recorded income, what was paid from it and what is due. */
export function PlanFigures({ figures }: { figures: PlanPerformance['figures'] | undefined }) {
  const renderFigure = (field: Exclude<keyof PlanPerformance['figures'], 'months'>) =>
    figures && <Money amount={figures[field]} hero />
  return (
    <StatGrid>
      <StatCard label="Invested" value={renderFigure('invested')} note="in open positions" />
      <StatCard
        label="Income recorded"
        value={renderFigure('recorded')}
        note="with evidence, approved by two admins"
      />
      <StatCard label="Returns paid" value={renderFigure('paid')} note="from recorded income" />
      <StatCard
        label="Returns owed"
        value={renderFigure('owed')}
        note="due, awaiting plan income"
        actionNeeded={figures !== undefined && toCents(figures.owed) > 0n}
      />
      <StatCard
        label="Income unused"
        value={renderFigure('unused')}
        note="available for returns that fall due"
      />
      <StatCard label="Lost" value={renderFigure('lost')} note="borne by the plan’s positions" />
    </StatGrid>
  )
}
