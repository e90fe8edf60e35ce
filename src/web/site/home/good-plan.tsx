import type { PlanVersion } from '#modules/plans/model.ts'
import { type OpenPlan, worstAndBest } from '#modules/transparency/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { familyText } from '../parts/income-sheet.tsx'
import { type Banner, CampaignBanner } from './campaign-banner.tsx'
import styles from './good-plan.module.css'

type Props = { plans: readonly PlanVersion[]; results: readonly OpenPlan[]; campaign: Banner | null }

/** The plans by what they have really done, and the campaign that runs, if one does. */
export function GoodPlan({ plans, results, campaign }: Props) {
  return (
    <Section
      id="plans"
      title="Start a Good Plan"
      lead="A good plan is one you could explain to a friend, including its worst month."
    >
      {plans.length > 0 && <PlanTable plans={plans} results={results} />}
      <p className={styles.note}>
        Results are what a plan’s recorded income and losses came to in a month, for all of its members
        together. They are not a forecast. Your money is at risk, and no return is promised.
      </p>
      {campaign && <CampaignBanner {...campaign} />}
    </Section>
  )
}

function PlanTable({ plans, results }: Pick<Props, 'plans' | 'results'>) {
  return (
    <div className={styles.plans} data-source="listPublishedPlans openBooks">
      <table>
        <caption className="visually-hidden">The plans on offer, with their worst and best month</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Worst and best month</th>
            <th scope="col">Start from</th>
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
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const PlanRow = ({ plan, result }: { plan: PlanVersion; result: OpenPlan | undefined }) => (
  <tr>
    <td>
      <div className={styles.name}>{plan.name}</div>
      <small>{familyText(plan.family)}</small>
    </td>
    <td data-label="Worst and best month">
      <Months result={result} />
    </td>
    <td data-label="Start from">
      <span className={styles.big}>
        <Money amount={plan.minAmount} />
      </span>
    </td>
    <td data-label="Term">
      <span className={styles.big}>{plan.termDays} days</span>
      <small>
        {plan.noticeDays > 0 ? `${plan.noticeDays} days’ notice to leave` : 'Can be left any day'}
      </small>
    </td>
    <td>
      <ButtonLink to={`/plans#${plan.planId}`} size="sm">
        Look at {plan.name}
      </ButtonLink>
    </td>
  </tr>
)

function Months({ result }: { result: OpenPlan | undefined }) {
  const extremes = worstAndBest(result?.months ?? [])
  if (!result || !extremes) return <span className="muted">No month has a result yet</span>
  return (
    <>
      <Money amount={extremes.worst.income - extremes.worst.loss} sign="always" coloured /> to{' '}
      <Money amount={extremes.best.income - extremes.best.loss} sign="always" coloured />
    </>
  )
}
