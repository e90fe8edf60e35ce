import { parseAmount } from '#lib/money.ts'
import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { Money } from '#ui/figures/money.tsx'
import type { OwnUser } from './calls.tsx'

const cents = (text: string) => parseAmount(text, 'USD') ?? 0n

/** How the balance comes about, where deposits and withdrawals alone explain it; a sum that doesn't add up isn't shown. */
function sumOf({ total_invest, total_withdrawal, held, withdrawable_balance }: OwnUser) {
  const explained = cents(total_invest) - cents(total_withdrawal) - cents(held)
  if (explained !== cents(withdrawable_balance)) return undefined
  const terms = [
    { label: 'deposited', amount: total_invest, op: '+' as const },
    { label: 'withdrawn', amount: total_withdrawal, op: '-' as const },
    { label: 'set aside for withdrawals', amount: held, op: '-' as const },
  ]
  return { terms, total: { label: 'balance', amount: withdrawable_balance } }
}

/** What the member has: four figures of the books, and beside them what is only estimated or due. */
export function Balances({ user }: { user: OwnUser | undefined }) {
  const sum = user && sumOf(user)
  return (
    <BalanceBand
      label="Balances"
      loading={!user}
      cells={[
        {
          label: 'Account Balance',
          amount: user?.withdrawable_balance ?? '0',
          note: user && (
            <>
              <Money amount={user.cash} /> in cash, <Money amount={user.principal} /> invested
            </>
          ),
        },
        { label: 'Total Deposit', amount: user?.total_invest ?? '0', note: 'Completed deposits' },
        { label: 'Total Withdrawals', amount: user?.total_withdrawal ?? '0', note: 'Paid to your addresses' },
        {
          label: 'Accumulated Interest',
          amount: user?.total_balance ?? '0',
          note: user && <NotPaidYet user={user} />,
        },
      ]}
      {...(sum ? { sum } : {})}
    />
  )
}

/** Accrued and due are in no balance, and are never added to what was paid. */
const NotPaidYet = ({ user }: { user: OwnUser }) => (
  <>
    Paid and not withdrawn.
    <br />
    Accrued <Money amount={user.accrued} />, an estimate.
    <br />
    Due <Money amount={user.due} />, awaiting plan income.
  </>
)
