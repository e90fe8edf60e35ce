import { formatPercentage } from '#lib/percentages.ts'
import { findWorstAndBest, type PlanVersion } from '#modules/plans/model.ts'
import type { OpenPlan } from '#modules/transparency/model.ts'
import { Percent } from '#ui/figures/change.tsx'
import { Money } from '#ui/figures/money.tsx'
import { getPlanPath } from '../plan-pages.ts'
import { PlanLink } from './plan-link.tsx'
import styles from './plan-table.module.css'

type Props = {
  /** The plans of one family. */
  plans: readonly PlanVersion[]
  /** Every plan on offer, for the addresses of the pages. */
  offered: readonly PlanVersion[]
  results: readonly OpenPlan[]
}

/** Renders plans side by side, each with a link to its page; as cards on phones. */
export const PlanTable = ({ plans, offered, results }: Props) => (
  <div className={styles.plans} data-source="listPublishedPlans openBooks">
    <table>
      <caption className="visually-hidden">Plans compared</caption>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col">Target</th>
          <th scope="col">Minimum and maximum</th>
          <th scope="col">Withdrawing</th>
          <th scope="col">Worst month</th>
          <th scope="col">
            <span className="visually-hidden">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <PlanRow
            key={plan.id}
            plan={plan}
            path={getPlanPath(plan, offered)}
            result={results.find(({ planId }) => planId === plan.planId)}
          />
        ))}
      </tbody>
    </table>
  </div>
)

type RowProps = { plan: PlanVersion; path: string; result: OpenPlan | undefined }

const PlanRow = ({ plan, path, result }: RowProps) => (
  <tr id={plan.planId}>
    <th scope="row">{plan.name}</th>
    <td data-label="Target">
      <p>
        {formatPercentage(plan.targetBps)} over {plan.termDays} days
      </p>
      <p className={styles.risk}>Not guaranteed. You can lose money.</p>
    </td>
    <td data-label="Minimum and maximum">
      <p>
        <Money amount={plan.minAmount} /> to <Money amount={plan.maxAmount} />
      </p>
    </td>
    <td data-label="Withdrawing">
      <p>{plan.noticePeriodDays > 0 ? `${plan.noticePeriodDays} days’ notice` : 'Any time'}</p>
    </td>
    <td data-label="Worst month">
      <p>
        <WorstMonth result={result} />
      </p>
    </td>
    <td>
      <PlanLink plan={plan} path={path} />
    </td>
  </tr>
)

/** The lowest monthly result in % of the capital. */
function WorstMonth({ result }: Pick<RowProps, 'result'>) {
  const extremes = findWorstAndBest(result?.months ?? [])
  if (!extremes) return 'No track record yet'

  return <Percent value={BigInt(extremes.worst.rateBps)} sign="always" decimals={2} />
}
