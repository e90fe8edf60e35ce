import { toCents, toUsd } from '#lib/money.ts'
import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { Percent } from '#ui/figures/change.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import type { OwnCourse, OwnUser } from './calls.tsx'
import styles from './overview.module.css'

const TERMS = [
  ['deposits', 'deposited'],
  ['returns', 'returns paid'],
  ['rewards', 'rewards'],
  ['adjustments', 'adjustments'],
  ['losses', 'losses'],
] as const

/**
 * Builds the sum that starts at deposits and ends at the portfolio value; none while it reloads,
 * since a sum that differs from the value is never shown.
 */
function buildValueSum(user: OwnUser, { sum: { terms, value } }: OwnCourse) {
  if (toCents(value) !== toCents(user.portfolio_value)) return undefined

  const withdrawn = toUsd(toCents(terms.withdrawals) + toCents(terms.fees))
  const changes = TERMS.map(([term, label]) => ({ label, amount: terms[term] })).filter(
    ({ label, amount }) => toCents(amount) !== 0n || label === 'deposited',
  )

  return {
    terms: [...changes, { label: 'withdrawn, with fees', amount: withdrawn }].map(
      ({ label, amount }) => ({
        label,
        amount: amount.replace('-', ''),
        op:
          amount.startsWith('-') || label.startsWith('withdrawn') ? ('-' as const) : ('+' as const),
      }),
    ),
    total: { label: 'portfolio value', amount: value },
  }
}

/** States the gain since the first payment, in dollars and as a money-weighted return. */
function Gain({ performance }: { performance: OwnCourse['performance'] }) {
  if (!performance) return 'Cash, investments, profit and pending withdrawals'

  const { gain, rateBps, since } = performance

  return (
    <>
      Gain <Money amount={gain} sign="always" />
      {rateBps !== null && (
        <>
          {' '}
          (<Percent value={BigInt(rateBps)} sign="always" decimals={2} />, money-weighted)
        </>
      )}{' '}
      since <CalendarDay day={since} />
      {rateBps !== null && (
        <span className={styles.wide}>
          . The percentage is your gain divided by your average net deposits over that time.
        </span>
      )}
    </>
  )
}

const buildFigureLink = (figure: string) => ({
  to: `?figure=${figure}`,
  label: 'view breakdown',
})

type Props = { user: OwnUser | undefined; course: OwnCourse | undefined }

/** Shows the member's balances with their sum, and below them the estimates and returns due. */
export function Balances({ user, course }: Props) {
  const sum = user && course && buildValueSum(user, course)
  return (
    <BalanceBand
      label="Balances"
      loading={!user}
      headline={{
        label: 'Portfolio value',
        amount: user?.portfolio_value ?? '0',
        note: course && <Gain performance={course.performance} />,
      }}
      cells={[
        {
          label: 'Account Balance',
          amount: user?.withdrawable_balance ?? '0',
          link: buildFigureLink('balance'),
          note: user && (
            <>
              <Money amount={user.cash} /> in cash, <Money amount={user.principal} /> invested
            </>
          ),
        },
        {
          label: 'Total Deposit',
          amount: user?.total_invest ?? '0',
          link: buildFigureLink('deposits'),
          note: 'Completed deposits',
        },
        {
          label: 'Total Withdrawals',
          amount: user?.total_withdrawal ?? '0',
          link: buildFigureLink('withdrawals'),
          note: 'Paid out, including fees',
        },
        {
          label: 'Accumulated Interest',
          amount: user?.total_balance ?? '0',
          link: buildFigureLink('interest'),
          note: 'Profit paid, not withdrawn',
        },
      ]}
      secondaryCells={[
        {
          label: 'Accrued',
          amount: user?.accrued ?? '0',
          link: buildFigureLink('accrued'),
          note: 'Estimate, not in your balance',
        },
        {
          label: 'Due',
          amount: user?.due ?? '0',
          link: buildFigureLink('due'),
          note: 'Awaiting plan income, not in your balance',
        },
        ...(user && toCents(user.held) !== 0n
          ? [
              {
                label: 'Pending withdrawals',
                amount: user.held,
                link: buildFigureLink('held'),
                note: 'Requested, not paid yet',
              },
            ]
          : []),
      ]}
      {...(sum ? { sum } : {})}
    />
  )
}
