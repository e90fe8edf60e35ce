import type { PlanVersion } from '#modules/plans/model.ts'
import { findWorstAndBest, type Month, type OpenPlan } from '#modules/transparency/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { formatFamily } from '../parts/income-sheet.tsx'
import { type Banner, CampaignBanner } from './campaign-banner.tsx'
import styles from './good-plan.module.css'
import { MonthRange } from './month-range.tsx'

type Props = {
  plans: readonly PlanVersion[]
  results: readonly OpenPlan[]
  campaign: Banner | null
}

/** Renders the plans with their actual results, and the running campaign. */
export function GoodPlan({ plans, results, campaign }: Props) {
  return (
    <Section
      id="plans"
      title="Start a Good Plan"
      lead="A good plan is one you could explain to a friend, including its worst month."
    >
      {plans.length > 0 && <PlanTable plans={plans} results={results} />}
      <p className={styles.note}>
        Results are monthly net results for the whole plan. They are not a forecast. Your money is
        at risk, and no return is promised.
      </p>
      {campaign && <CampaignBanner {...campaign} />}
    </Section>
  )
}

function PlanTable({ plans, results }: Pick<Props, 'plans' | 'results'>) {
  return (
    <div className={styles.plans} data-source="listPublishedPlans openBooks">
      <table>
        <caption className="visually-hidden">
          The plans on offer, with their worst and best month
        </caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Worst and best month</th>
            <th scope="col">Minimum</th>
            <th scope="col">Term</th>
            <th scope="col">
              <span className="visually-hidden">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              result={results.find(({ planId }) => planId === plan.planId)}
              widest={findWidestResult(results)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { plan: PlanVersion; result: OpenPlan | undefined; widest: bigint }

const PlanRow = ({ plan, result, widest }: RowProps) => (
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
      <ButtonLink to={`/plans#${plan.planId}`} size="sm">
        View {plan.name}
      </ButtonLink>
    </td>
  </tr>
)

const computeResult = ({ income, loss }: Month) => income - loss
const toMagnitude = (amount: bigint) => (amount < 0n ? -amount : amount)

/** Returns the largest monthly result of all plans by absolute value. */
const findWidestResult = (results: readonly OpenPlan[]) =>
  results
    .flatMap(({ months }) => months.map((month) => toMagnitude(computeResult(month))))
    .reduce((widest, size) => (size > widest ? size : widest), 0n)

function Months({ result, widest }: { result: OpenPlan | undefined; widest: bigint }) {
  const extremes = findWorstAndBest(result?.months ?? [])
  if (!extremes) return <span className="muted">No track record yet</span>

  const [worst, best] = [computeResult(extremes.worst), computeResult(extremes.best)]

  return (
    <div>
      <MonthRange worst={worst} best={best} widest={widest} />
      <Money amount={worst} sign="always" coloured /> to{' '}
      <Money amount={best} sign="always" coloured />
    </div>
  )
}
