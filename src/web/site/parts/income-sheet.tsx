import { formatMonth } from '#lib/dates.ts'
import { type OpenPlan, sumMonths } from '#modules/transparency/model.ts'
import { Figure } from '#ui/figures/money.tsx'
import styles from './income-sheet.module.css'

type Props = { plans: readonly OpenPlan[]; sandbox: boolean }

/** Renders the income statement of the last month with a result, and the total paid so far. */
export function IncomeSheet({ plans, sandbox }: Props) {
  const last = sumMonths(plans).findLast(({ income, loss }) => income + loss > 0n)
  if (!last) return <EmptySheet />

  const lines = plans.flatMap(({ planId, name, family, months }) =>
    months
      .filter(({ month }) => month === last.month)
      .map((month) => ({ planId, label: `${name}, ${formatFamily(family)}`, ...month })),
  )

  const recorded = plans.reduce((sum, plan) => sum + plan.recorded, 0n)
  const paid = plans.reduce((sum, plan) => sum + plan.paid, 0n)

  return (
    <div className={styles.sheet} data-source="openBooks">
      <header>
        <h3>Income statement, {formatMonth(last.month)}</h3>
        {sandbox && <span>Simulated money</span>}
      </header>
      <h4>Plan results</h4>
      <dl>
        {lines.map(({ planId, label, income, loss }) => (
          <Line key={planId} label={label} amount={income - loss} />
        ))}
        <Line label="Net result" amount={last.income - last.loss} total />
      </dl>
      <h4>Since inception, all plans</h4>
      <dl>
        <Line label="Income recorded" amount={recorded} />
        <Line label="Returns paid" amount={paid} />
        <Line label="Reserved for future returns" amount={recorded - paid} total />
      </dl>
    </div>
  )
}

const Line = ({ label, amount, total }: { label: string; amount: bigint; total?: boolean }) => (
  <div className={total ? styles.total : undefined}>
    <dt>{label}</dt>
    <dd>
      <Figure amount={amount} sign="minus" coloured={amount < 0n} />
    </dd>
  </div>
)

const EmptySheet = () => (
  <div className={styles.sheet}>
    <header>
      <h3>Income statement</h3>
    </header>
    <p>
      No income has been recorded yet, so no returns have been paid. Two admins must approve each
      entry and its evidence.
    </p>
  </div>
)

export const formatFamily = (family: string) => (family === 'crypto' ? 'crypto' : 'real estate')
