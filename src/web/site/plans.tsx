import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { capitalise } from '#lib/capitalise.ts'
import { getTargetWarning, type PlanFamily, SAMPLE_LABEL } from '#modules/plans/model.ts'
import { listPublishedPlans } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { getTransparencyReport } from '#modules/transparency/queries.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { appContext } from '../context.ts'
import { Close } from './home/close.tsx'
import { buildSiteMeta } from './meta.ts'
import { SampleNote } from './parts/facts.tsx'
import { PageHead } from './parts/page-head.tsx'
import { Paused } from './parts/paused.tsx'
import { PlanTable } from './parts/plan-table.tsx'
import { WithdrawalFees } from './parts/withdrawal-fees.tsx'
import { loadWithdrawalFees } from './withdrawal-fees.ts'

export const meta = buildSiteMeta

/** Loads the published plans with their actual results; it only reads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const { plans: results } = await getTransparencyReport(app)
  const { deposits: paused } = await getSetting(app.db, app.config, 'pauses')

  return {
    plans: await listPublishedPlans(app.db, app.clock.today()),
    results,
    paused,
    ...(await loadWithdrawalFees(app)),
  }
}

const FAMILIES: readonly { family: PlanFamily; title: string; lead: string }[] = [
  {
    family: 'real_estate',
    title: 'Real Estate Plans',
    lead: 'Longer terms. Property can be vacant, lose value or take a long time to sell.',
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
          A target is what a plan aims for over its term. It is not a forecast and is not
          guaranteed: a plan can pay less or nothing, and you may get back less than you invest.
          Returns are paid only from income recorded for that plan. The worst month is the lowest
          monthly result, as a share of the money invested in the plan; a month without income
          counts as 0%.
        </PageHead>
        {paused && <Paused what="Deposits" reason={paused.reason} />}
        {plans.length === 0 && <EmptyState>There are no open plans right now.</EmptyState>}
      </Section>
      {FAMILIES.map(({ family, title, lead }) => {
        const own = plans.filter((plan) => plan.family === family)
        const warning = own.map(getTargetWarning).find(Boolean)

        return own.length === 0 ? null : (
          <Section key={family} id={family} tone="surface" title={title} lead={lead}>
            {own.some(({ sample }) => sample) && (
              <SampleNote>{capitalise(SAMPLE_LABEL)}.</SampleNote>
            )}
            {warning && <Callout>{warning}</Callout>}
            <PlanTable plans={own} offered={plans} results={results} />
          </Section>
        )
      })}
      <WithdrawalFees fees={fees} ceiling={ceiling} />
      <Close />
    </>
  )
}
