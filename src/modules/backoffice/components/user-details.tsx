import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { UserDetails } from './calls.tsx'

const ZERO = '0.00'

/** Displays the figures that the member sees and the parts of the balance. */
export function UserFigures({ user }: { user: UserDetails | undefined }) {
  const getAmount = (
    field: 'withdrawable_balance' | 'total_invest' | 'total_withdrawal' | 'total_balance',
  ) => user?.[field] ?? ZERO
  return (
    <BalanceBand
      label="Summary"
      loading={!user}
      cells={[
        { label: 'Account Balance', amount: getAmount('withdrawable_balance') },
        { label: 'Total Deposit', amount: getAmount('total_invest') },
        { label: 'Total Withdrawals', amount: getAmount('total_withdrawal') },
        {
          label: 'Accumulated Interest',
          amount: getAmount('total_balance'),
          note: user && (
            <>
              paid and not withdrawn; accrued <Figure amount={user.accrued} />, due{' '}
              <Figure amount={user.due} />
            </>
          ),
        },
      ]}
      sum={
        user && {
          terms: [
            { label: 'Cash', amount: user.cash, op: '+' },
            { label: 'Invested', amount: user.principal, op: '+' },
          ],
          total: { label: 'Account Balance', amount: user.withdrawable_balance },
        }
      }
    />
  )
}

const formatCountry = (code: string) =>
  new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code

/** Displays the personal details of the member. */
export const UserFacts = ({ user }: { user: UserDetails }) => (
  <Panel title="Details">
    <KeyValues
      rows={[
        { label: 'ID', value: <span className="mono">{user._id}</span> },
        { label: 'Email', value: user.email },
        { label: 'Phone Number', value: user.phone_number },
        { label: 'Country', value: formatCountry(user.country) },
        { label: 'Referral Code', value: <span className="mono">{user.referral_code}</span> },
        { label: 'Registered Date', value: <When at={user.createdAt} timeZone="UTC" /> },
        {
          label: 'Last login',
          value: user.lastSignInAt ? <When at={user.lastSignInAt} timeZone="UTC" /> : 'never',
        },
        { label: 'Pending withdrawals', value: <Figure amount={user.held} /> },
      ]}
    />
  </Panel>
)
