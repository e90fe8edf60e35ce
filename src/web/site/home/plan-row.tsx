import { findWorstAndBest, type PlanVersion } from '#modules/plans/model.ts'
import type { OpenPlan } from '#modules/transparency/model.ts'
import { Percent } from '#ui/figures/change.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatFamily } from '../parts/income-sheet.tsx'
import { PlanLink } from '../parts/plan-link.tsx'
import styles from './good-plan.module.css'
import { MonthRange } from './month-range.tsx'

type RowProps = { plan: PlanVersion; path: string; result: OpenPlan | undefined; widest: number }

export const PlanRow = ({ plan, path, result, widest }: RowProps) => (
  <tr>
    <td>
      <div className={styles.name}>{plan.name}</div>
      <small>{formatFamily(plan.family)}</small>
    </td>
    <td data-label="Worst and best month">
      <Months result={result} widest={widest} />
    </td>
    <td data-label="Minimum">
      <span className={styles.big}>
        <Money amount={plan.minAmount} />
      </span>
    </td>
    <td data-label="Term">
      <span className={styles.big}>{plan.termDays} days</span>
      <small>
        {plan.noticePeriodDays > 0
          ? `${plan.noticePeriodDays} days’ notice to withdraw`
          : 'Withdraw any time'}
      </small>
    </td>
    <td>
      <PlanLink plan={plan} path={path} />
    </td>
  </tr>
)

function Months({ result, widest }: { result: OpenPlan | undefined; widest: number }) {
  const extremes = findWorstAndBest(result?.months ?? [])
  if (!extremes) return <span className="muted">No track record yet</span>

  const [worst, best] = [extremes.worst.rateBps, extremes.best.rateBps]

  return (
    <div>
      <MonthRange worst={worst} best={best} widest={widest} />
      <Percent value={BigInt(worst)} sign="always" decimals={2} /> to{' '}
      <Percent value={BigInt(best)} sign="always" decimals={2} />
    </div>
  )
}
