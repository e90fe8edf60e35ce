import type { OpenPlan } from '#modules/transparency/model.ts'
import type { PlanAssetsEvent } from '#modules/treasury/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { formatFamily } from './income-sheet.tsx'
import { MonthResults } from './month-results.tsx'
import styles from './plan-results.module.css'

/** Renders each plan's totals, and its income and losses by month, in the same size. */
export function PlanResults({ plans }: { plans: readonly OpenPlan[] }) {
  const visiblePlans = plans.filter(
    ({ invested, recorded, lost, due }) => invested + recorded + lost + due > 0n,
  )
  if (visiblePlans.length === 0) return <p>No plan has any investments or results yet.</p>

  return (
    <div className={styles.list} data-source="openBooks">
      {visiblePlans.map((plan) => (
        <PlanBook key={plan.planId} {...plan} />
      ))}
    </div>
  )
}

function PlanBook(plan: OpenPlan) {
  const { name, family, invested, recorded, lost, paid, due, months } = plan
  return (
    <section>
      <h3>
        {name} <span>{formatFamily(family)}</span>
      </h3>
      <dl>
        <Fact label="Invested" amount={invested} />
        <Fact label="Income recorded" amount={recorded} />
        <Fact label="Losses" amount={-lost} />
        <Fact label="Returns paid" amount={paid} />
        <Fact label="Due, awaiting plan income" amount={due} />
      </dl>
      {plan.assets && <PlacedAssets plan={plan} assets={plan.assets} />}
      {months.length > 0 && <MonthResults name={name} months={months} />}
    </section>
  )
}

const EVENTS: Record<PlanAssetsEvent, string> = {
  placed: 'when assets were placed',
  returned: 'when capital was returned',
  'written-off': 'when a loss was recorded',
}

type AssetsProps = { plan: OpenPlan; assets: NonNullable<OpenPlan['assets']> }

/** Renders the plan assets beside what was returned as capital and recorded as income. */
const PlacedAssets = ({ plan: { recorded, recordedWhilePlaced }, assets }: AssetsProps) => (
  <>
    <dl>
      <Fact label="Assets placed" amount={assets.placed} />
      <Fact label="Returned as capital" amount={assets.returned} />
      <Fact label="Recorded as income" amount={recorded} />
      <Fact label="Of which while assets were placed" amount={recordedWhilePlaced} />
    </dl>
    <p>
      Still placed, at cost: <Money amount={assets.outstanding} />
      {assets.since && (
        <>
          , since <CalendarDay day={assets.since} />
        </>
      )}
      .
      {assets.lastConfirmed && (
        <>
          {' '}
          Last confirmed by two admins on <CalendarDay day={assets.lastConfirmed.on} />,{' '}
          {EVENTS[assets.lastConfirmed.event]}.
        </>
      )}
    </p>
  </>
)

const Fact = ({ label, amount }: { label: string; amount: bigint }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Money amount={amount} coloured={amount < 0n} />
    </dd>
  </div>
)
