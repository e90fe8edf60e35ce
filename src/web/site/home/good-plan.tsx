import type { PlanVersion } from '#modules/plans/model.ts'
import type { OpenPlan } from '#modules/transparency/model.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { getPlanPath } from '../plan-pages.ts'
import { type Banner, CampaignBanner } from './campaign-banner.tsx'
import styles from './good-plan.module.css'
import { PlanRow } from './plan-row.tsx'

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
      lead="A good plan is one you can explain to a friend, including its worst month."
    >
      {plans.length > 0 && <PlanTable plans={plans} results={results} />}
      <p className={styles.note}>
        Monthly net results as a share of the money invested in the plan. A month without income
        counts as 0%. The bars share one scale, and the line marks zero. Past results are not a
        forecast, returns are not guaranteed, and your money is at risk.
      </p>
      {campaign && <CampaignBanner {...campaign} />}
    </Section>
  )
}

function PlanTable({ plans, results }: Pick<Props, 'plans' | 'results'>) {
  return (
    <div className={styles.plans} data-source="listPublishedPlans openBooks">
      <table>
        <caption className="visually-hidden">Plans with their worst and best month</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Worst and best month</th>
            <th scope="col">Minimum</th>
            <th scope="col">Term</th>
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
              path={getPlanPath(plan, plans)}
              result={results.find(({ planId }) => planId === plan.planId)}
              widest={findWidestResult(results)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the largest monthly result of all plans by absolute value, in basis points. */
const findWidestResult = (results: readonly OpenPlan[]) =>
  Math.max(
    0,
    ...results.flatMap(({ months }) => months.map(({ rateBps }) => Math.abs(rateBps ?? 0))),
  )
