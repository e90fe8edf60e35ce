import { toCents } from '#lib/money.ts'
import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { Money } from '#ui/figures/money.tsx'
import { SUM_TERMS, type SumTerm } from '../model.ts'
import type { OwnCourse, OwnUser } from './calls.tsx'

const TERM_LABELS: Record<SumTerm, string> = {
  deposits: 'deposited',
  rewards: 'rewards',
  reinvested: 'returns invested again',
  adjustments: 'adjustments',
  losses: 'losses',
  withdrawn: 'withdrawn',
  held: 'set aside',
}
const ALWAYS: readonly SumTerm[] = ['deposits', 'withdrawn']

/**
 * Builds the sum below the balance; none while it reloads, since a sum that differs from the
 * balance is never shown.
 */
function buildBalanceSum(user: OwnUser, { sum: { terms, balance } }: OwnCourse) {
  if (toCents(balance) !== toCents(user.withdrawable_balance)) return undefined

  const shown = SUM_TERMS.filter((term) => toCents(terms[term]) !== 0n || ALWAYS.includes(term))

  return {
    terms: shown.map((term) => {
      const op =
        terms[term].startsWith('-') || term === 'withdrawn' ? ('-' as const) : ('+' as const)
      return { label: TERM_LABELS[term], amount: terms[term].replace('-', ''), op }
    }),
    total: { label: 'balance', amount: balance },
  }
}

const buildFigureLink = (figure: string) => ({
  to: `?figure=${figure}`,
  label: 'see what it is made of',
})

type Props = { user: OwnUser | undefined; course: OwnCourse | undefined }

/**
 * Shows the member's balances with their sum, and below, in no balance, the estimates and returns
 * due.
 */
export function Balances({ user, course }: Props) {
  const sum = user && course && buildBalanceSum(user, course)
  return (
    <BalanceBand
      label="Balances"
      loading={!user}
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
          note: 'Paid out, fees included',
        },
        {
          label: 'Accumulated Interest',
          amount: user?.total_balance ?? '0',
          link: buildFigureLink('interest'),
          note: 'Paid and not withdrawn',
        },
      ]}
      secondaryCells={[
        {
          label: 'Accrued',
          amount: user?.accrued ?? '0',
          link: buildFigureLink('accrued'),
          note: 'An estimate while terms run. Not part of your balance.',
        },
        {
          label: 'Due',
          amount: user?.due ?? '0',
          link: buildFigureLink('due'),
          note: 'Terms have ended, awaiting plan income. Not part of your balance.',
        },
        ...(user && toCents(user.held) !== 0n
          ? [
              {
                label: 'Set aside',
                amount: user.held,
                link: buildFigureLink('held'),
                note: 'For withdrawals that are not paid yet',
              },
            ]
          : []),
      ]}
      {...(sum ? { sum } : {})}
    />
  )
}
