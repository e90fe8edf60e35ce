import { toCents } from '#lib/money.ts'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { DayOf, When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
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

type PositionRow = UserDetails['positions'][number]

const columns: readonly Column<PositionRow>[] = [
  {
    id: 'plan',
    header: 'Plan',
    text: (row) => `${row.plan}, ${row.family === 'crypto' ? 'crypto' : 'real estate'}`,
    sub: (row) => <DayOf day={row.maturesOn} />,
  },
  {
    id: 'opened',
    header: 'Opened',
    text: (row) => row.openedOn,
    cell: (row) => <DayOf day={row.openedOn} />,
    priority: 3,
  },
  {
    id: 'matures',
    header: 'Matures',
    text: (row) => row.maturesOn,
    cell: (row) => <DayOf day={row.maturesOn} />,
    priority: 2,
  },
  {
    id: 'status',
    header: 'Status',
    text: (row) => row.status.charAt(0).toUpperCase() + row.status.slice(1),
    priority: 2,
  },
  {
    id: 'accrued',
    header: 'Accrued, an estimate',
    text: (row) => row.accrued,
    cell: (row) => <Figure amount={row.accrued} />,
    align: 'money',
    sort: (row) => toCents(row.accrued),
    priority: 2,
  },
  {
    id: 'remaining',
    header: 'Invested',
    text: (row) => row.remaining,
    cell: (row) => <Figure amount={row.remaining} />,
    align: 'money',
    sort: (row) => toCents(row.remaining),
  },
]

/** Lists the positions of the member. */
export const UserPositions = ({ user }: { user: UserDetails }) => (
  <Panel title="Positions" flush foot={<EstimateNote />}>
    <DataTable
      caption={`Positions of ${user.first_name}, newest first`}
      columns={columns}
      rows={user.positions}
      rowKey={(row) => row._id}
      empty="No positions yet."
      plain
    />
  </Panel>
)

/** Explains that accrued returns are an estimate and, in the sandbox, that figures are samples. */
function EstimateNote() {
  const { mode } = useSiteConfig()
  return (
    <p>
      Accrued is an estimate and in no balance: it is paid only out of income recorded for the plan.
      {mode === 'sandbox' && ' These are sample figures, simulated money.'}
    </p>
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
          label: 'Last signed in',
          value: user.lastSignInAt ? <When at={user.lastSignInAt} timeZone="UTC" /> : 'never',
        },
        { label: 'On hold for withdrawals', value: <Figure amount={user.held} /> },
      ]}
    />
  </Panel>
)
