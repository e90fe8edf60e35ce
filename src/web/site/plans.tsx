import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatPercentage } from '#lib/percentages.ts'
import {
  formatYearlyPercentage,
  getTargetWarning,
  type PlanFamily,
  type PlanVersion,
  SAMPLE_LABEL,
} from '#modules/plans/model.ts'
import { listPublishedPlans } from '#modules/plans/queries.ts'
import { getSetting, listPaymentMethods } from '#modules/settings/queries.ts'
import { findWorstAndBest, type OpenPlan } from '#modules/transparency/model.ts'
import { getTransparencyReport } from '#modules/transparency/queries.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { appContext } from '../context.ts'
import { Close } from './home/close.tsx'
import { buildSiteMeta } from './meta.ts'
import { Fact } from './parts/facts.tsx'
import { formatMonth } from './parts/month.ts'
import { PageHead } from './parts/page-head.tsx'
import { Paused } from './parts/paused.tsx'
import { WithdrawalFees } from './parts/withdrawal-fees.tsx'
import styles from './plans.module.css'

export const meta = buildSiteMeta

/** Loads the published plans with their actual results; it only reads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const { plans: results } = await getTransparencyReport(app)
  const { deposits: paused } = await getSetting(app.db, app.config, 'pauses')
  const methods = await listPaymentMethods(app.db, app.config, app.clock.now())
  const { ceiling } = await getSetting(app.db, app.config, 'fees')

  return {
    plans: await listPublishedPlans(app.db, app.clock.today()),
    results,
    paused,
    fees: methods.map(({ label, withdrawalFee, minWithdrawal, announcedFees }) => ({
      label,
      withdrawalFee,
      minWithdrawal,
      announced: announcedFees,
    })),
    ceiling: BigInt(ceiling),
  }
}

const FAMILIES: readonly { family: PlanFamily; title: string; lead: string }[] = [
  {
    family: 'real_estate',
    title: 'Real Estate Plans',
    lead: 'Longer terms. Property can stand empty, lose value or not be sold in time.',
  },
  {
    family: 'crypto',
    title: 'Crypto Plans',
    lead: 'Shorter terms. Crypto prices can halve within days.',
  },
]

/** Renders the published plans: a target always with its term and its risk. */
export default function Plans() {
  const { plans, results, paused, fees, ceiling } = useLoaderData<typeof loader>()
  return (
    <>
      <Section id="plans">
        <PageHead title="Plans">
          A target says what a plan aims for over its term. It is not a forecast and not a promise:
          a plan can pay less, nothing, or give back less than you put in. Returns are paid only out
          of income recorded for that plan.
        </PageHead>
        {paused && <Paused what="Deposits" reason={paused.reason} />}
        {plans.length === 0 && <EmptyState>No plan is on offer today.</EmptyState>}
      </Section>
      {FAMILIES.map(({ family, title, lead }) => {
        const own = plans.filter((plan) => plan.family === family)
        return own.length === 0 ? null : (
          <Section key={family} id={family} tone="surface" title={title} lead={lead}>
            <div className={styles.cards}>
              {own.map((plan) => (
                <PlanCard
                  key={plan.id}
                  plan={plan}
                  result={results.find(({ planId }) => planId === plan.planId)}
                />
              ))}
            </div>
          </Section>
        )
      })}
      <WithdrawalFees fees={fees} ceiling={ceiling} />
      <Close />
    </>
  )
}

function PlanCard({ plan, result }: { plan: PlanVersion; result: OpenPlan | undefined }) {
  const yearly = formatYearlyPercentage(plan)
  const warning = getTargetWarning(plan)

  return (
    <article id={plan.planId} className={styles.card} data-source="listPublishedPlans openBooks">
      <header>
        <h3>{plan.name}</h3>
        {plan.sample && <span>{SAMPLE_LABEL}</span>}
      </header>
      <p className={styles.target}>
        Target return <b>{formatPercentage(plan.targetBps)}</b> over {plan.termDays} days
        {yearly && <>, which is {yearly} a year</>}. Your money is at risk: you may get back less
        than you put in.
      </p>
      {warning && <Callout inPanel>{warning}</Callout>}
      <dl>
        <Fact label="Term">{plan.termDays} days</Fact>
        <Fact label="Limits">
          <Money amount={plan.minAmount} /> to <Money amount={plan.maxAmount} />
        </Fact>
        <Fact label="Liquidity">{plan.liquidity}</Fact>
        <Fact label="Fees">{plan.fees}</Fact>
        <Fact label="Basis for the target">{plan.basis}</Fact>
        <Fact label="Risks">{plan.risk}</Fact>
        <Fact label="Worst and best month">
          <Months result={result} />
        </Fact>
      </dl>
      <ButtonLink to="/signup">Create account</ButtonLink>
    </article>
  )
}

const MonthResult = ({ month, income, loss }: OpenPlan['months'][number]) => (
  <>
    <Money amount={income - loss} sign="always" coloured /> in {formatMonth(month)}
  </>
)

function Months({ result }: { result: OpenPlan | undefined }) {
  const extremes = findWorstAndBest(result?.months ?? [])
  if (!extremes) return 'No track record yet: no income or loss has been recorded for this plan.'

  const { worst, best } = extremes

  return (
    <>
      <MonthResult {...worst} />, <MonthResult {...best} />, for all members of the plan together
    </>
  )
}
