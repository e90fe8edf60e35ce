import { type Cents, formatUsd } from '#lib/money.ts'
import { listRewards } from '#modules/affiliates/queries.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { countOpenDeposits } from '#modules/deposits/queries.ts'
import { countOpenWithdrawals } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { getFigures } from '../queries.ts'

/**
 * An obstacle to closing an account, with the page that resolves it; shown to the member and the
 * staff.
 */
export type Obstacle = { code: string; text: string; to: string }

const createObstacles = (isPresent: boolean, code: string, text: string, to: string): Obstacle[] =>
  isPresent ? [{ code, text, to }] : []

const createMoneyObstacles = (
  cents: Cents,
  code: string,
  text: (amount: string) => string,
  to: string,
) => createObstacles(cents !== 0n, code, text(formatUsd(cents)), to)

type Figures = Awaited<ReturnType<typeof getFigures>>

/** Lists money in the account, on its way out or still to come. */
const listMoneyObstacles = ({
  cash,
  principal,
  profit,
  held,
  accrued,
  due,
}: Figures): Obstacle[] => [
  ...createMoneyObstacles(
    cash,
    'cash',
    (sum) => `${sum} in cash must be withdrawn first.`,
    '/dashboard/withdraw',
  ),
  ...createMoneyObstacles(
    principal,
    'principal',
    (sum) => `${sum} invested in plans must be withdrawn first.`,
    '/dashboard/withdraw',
  ),
  ...createMoneyObstacles(
    profit,
    'profit',
    (sum) => `${sum} in profit must be withdrawn first.`,
    '/dashboard/withdraw',
  ),
  ...createMoneyObstacles(
    held,
    'held',
    (sum) => `${sum} is reserved for a pending withdrawal.`,
    '/dashboard/withdraw-history',
  ),
  ...createMoneyObstacles(
    accrued,
    'accrued',
    (sum) => `${sum} has accrued and isn’t due until maturity. It would be forfeited.`,
    '/dashboard/positions',
  ),
  ...createMoneyObstacles(
    due,
    'due',
    (sum) => `${sum} in returns is due and awaiting plan income.`,
    '/dashboard',
  ),
]

/** Lists the obstacles to closing an account; empty when it can be closed. */
export async function listClosingObstacles(
  reader: Reader,
  app: Pick<App, 'clock'>,
  memberId: string,
): Promise<Obstacle[]> {
  const now = app.clock.now()
  const figures = await getFigures(reader, memberId, app.clock.today())
  const deposits = await countOpenDeposits(reader, memberId, now)
  const withdrawals = await countOpenWithdrawals(reader, memberId)
  const rewards = [
    ...(await listRewards(reader, { memberId, state: 'waiting', limit: 1 })),
    ...(await listRewards(reader, { memberId, state: 'due', limit: 1 })),
  ]
  const adjusting = await findOpenProposal(reader, 'balance.adjust', memberId, now)

  return [
    ...listMoneyObstacles(figures),
    ...createObstacles(
      withdrawals > 0,
      'withdrawal',
      'A withdrawal is still in progress.',
      '/dashboard/withdraw-history',
    ),
    ...createObstacles(
      deposits.pending > 0,
      'deposit',
      'A deposit is awaiting confirmation.',
      '/dashboard/deposit-history',
    ),
    ...createObstacles(
      deposits.quoted > 0,
      'quote',
      'A deposit quote is still open. Wait until it expires.',
      '/dashboard/deposit-history',
    ),
    ...createObstacles(
      rewards.length > 0,
      'reward',
      'A reward hasn’t been paid yet.',
      '/dashboard/affiliate',
    ),
    ...createObstacles(
      adjusting !== null,
      'adjustment',
      'A balance adjustment is awaiting approval.',
      '/dashboard',
    ),
  ]
}
