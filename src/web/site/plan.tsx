import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { capitalise } from '#lib/capitalise.ts'
import { formatPercentage } from '#lib/percentages.ts'
import {
  formatYearlyPercentage,
  getFamilyName,
  getTargetWarning,
  type PlanVersion,
  SAMPLE_LABEL,
} from '#modules/plans/model.ts'
import { listPublishedPlans } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { getTransparencyReport } from '#modules/transparency/queries.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { appContext } from '../context.ts'
import { Close } from './home/close.tsx'
import { buildPageMeta } from './meta.ts'
import { Fact, Facts, SampleNote } from './parts/facts.tsx'
import { PageHead } from './parts/page-head.tsx'
import { Paused } from './parts/paused.tsx'
import { PlanResults } from './parts/plan-results.tsx'
import { WithdrawalFees } from './parts/withdrawal-fees.tsx'
import styles from './plan.module.css'
import { describePlanPage, findPlanByPath, getInvestPath, getPlanPath } from './plan-pages.ts'
import { loadWithdrawalFees } from './withdrawal-fees.ts'

/** Loads a plan on offer with its recorded results; responds with a 404 for any other. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const plans = await listPublishedPlans(app.db, app.clock.today())
  const plan = findPlanByPath(new URL(request.url).pathname, plans)
  if (!plan) throw data(null, { status: 404 })

  const { plans: results } = await getTransparencyReport(app)
  const { deposits: paused } = await getSetting(app.db, app.config, 'pauses')
  const { statedHours } = await getSetting(app.db, app.config, 'withdrawals')

  return {
    plan,
    page: describePlanPage(plan, getPlanPath(plan, plans)),
    result: results.find(({ planId }) => planId === plan.planId),
    paused,
    statedHours,
    ...(await loadWithdrawalFees(app)),
  }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  buildPageMeta(args.loaderData?.page ?? null, args)

/** Renders one plan: its terms and risks, its recorded results, and how withdrawing works. */
export default function PlanPage() {
  const { plan, result, paused, statedHours, fees, ceiling } = useLoaderData<typeof loader>()

  return (
    <>
      <Section id="plan">
        <BackLink to="/plans">All plans</BackLink>
        <PageHead title={`${plan.name} plan`}>
          {getFamilyName(plan.family)} plan, {plan.termDays} days.
        </PageHead>
        <div className={styles.top} data-source="listPublishedPlans">
          <Target plan={plan} />
          {paused ? <Paused what="Deposits" reason={paused.reason} /> : <Invest plan={plan} />}
        </div>
        <Terms plan={plan} />
      </Section>
      <Section
        id="results"
        tone="surface"
        title="Recorded results"
        lead={
          'Income and losses recorded for this plan, by month. The percentage is the result as a ' +
          'share of the money invested in the plan; a month without income counts as 0%. Past ' +
          'results are not a forecast.'
        }
      >
        {result && result.months.length > 0 ? (
          <PlanResults plans={[result]} />
        ) : (
          <p>No track record yet. The plan has no full month with money invested.</p>
        )}
      </Section>
      <Section id="withdrawing" title="How withdrawing works">
        <div className={styles.withdrawing} data-source="listPublishedPlans">
          <p>{plan.liquidity}</p>
          <p>
            {plan.noticePeriodDays > 0
              ? `You give notice first. The money becomes cash ${plan.noticePeriodDays} days ` +
                'later and continues to accrue until then.'
              : 'You can withdraw any amount at any time. ' +
                'What you withdraw stops accruing that day.'}{' '}
            The return is due when the term ends and is paid from income recorded for this plan. We
            aim to pay withdrawals within {statedHours} hours of your request.
          </p>
        </div>
      </Section>
      <WithdrawalFees fees={fees} ceiling={ceiling} />
      <Close />
    </>
  )
}

/** Renders the target with its term and its risk, in type of the same size. */
function Target({ plan }: { plan: PlanVersion }) {
  const yearly = formatYearlyPercentage(plan)
  const warning = getTargetWarning(plan)

  return (
    <>
      <p className={styles.target}>
        Target return <b>{formatPercentage(plan.targetBps)}</b> over {plan.termDays} days
        {yearly && <>, which is {yearly} a year</>}. It is not guaranteed. Your money is at risk:
        you may get back less than you invest.
      </p>
      {warning && <Callout>{warning}</Callout>}
      {plan.sample && <SampleNote>{capitalise(SAMPLE_LABEL)}.</SampleNote>}
    </>
  )
}

/** Renders the way to the deposit form with this plan chosen, for visitors and for members. */
function Invest({ plan }: { plan: PlanVersion }) {
  const form = getInvestPath(plan)

  return (
    <FormActions>
      <ButtonLink to={`/signup?${new URLSearchParams({ next: form })}`} variant="primary" size="lg">
        Create account to invest
      </ButtonLink>
      <ButtonLink to={form} size="lg">
        Log in to invest
      </ButtonLink>
    </FormActions>
  )
}

const Terms = ({ plan }: { plan: PlanVersion }) => (
  <div data-source="listPublishedPlans">
    <Facts>
      <Fact label="Term">{plan.termDays} days</Fact>
      <Fact label="Minimum and maximum">
        <Money amount={plan.minAmount} /> to <Money amount={plan.maxAmount} />
      </Fact>
      <Fact label="Liquidity">{plan.liquidity}</Fact>
      <Fact label="Fees">{plan.fees}</Fact>
      <Fact label="Basis for the target">{plan.basis}</Fact>
      <Fact label="Risks">{plan.risk}</Fact>
    </Facts>
  </div>
)
