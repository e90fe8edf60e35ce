import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { backofficeCalls } from './calls.tsx'

const ADMIN = '/admin-dashboard'

type Totals = Awaited<ReturnType<typeof backofficeCalls.totals.call>>['data']
type Props = { totals: Totals | undefined }

/** Displays the counts of open work. */
export const WaitingCards = ({ totals }: Props) => (
  <StatGrid>
    <StatCard
      label="Pending Deposits"
      value={totals?.pending_deposits}
      note="to confirm"
      actionNeeded={Boolean(totals?.pending_deposits)}
      to={`${ADMIN}/alltransaction?status=pending`}
    />
    <StatCard
      label="Withdrawals to approve"
      value={totals?.pending_withdrawals}
      actionNeeded={Boolean(totals?.pending_withdrawals)}
      to={`${ADMIN}/withdrawals?status=pending`}
    />
    <StatCard
      label="Withdrawals to pay"
      value={totals?.approved_withdrawals}
      actionNeeded={Boolean(totals?.approved_withdrawals)}
      to={`${ADMIN}/withdrawals?status=approved`}
    />
    <StatCard
      label="Waiting for a second admin"
      value={totals?.waiting_approvals}
      actionNeeded={Boolean(totals?.waiting_approvals)}
      to={`${ADMIN}/approvals`}
    />
    <StatCard
      label="Breaks"
      value={totals?.open_breaks}
      note="outside balances differ from the books"
      actionNeeded={Boolean(totals?.open_breaks)}
      to={`${ADMIN}/reconciliation`}
    />
    <StatCard
      label="Messages"
      value={totals?.open_messages}
      note="not answered yet"
      actionNeeded={Boolean(totals?.open_messages)}
      to={`${ADMIN}/messages?state=open`}
    />
  </StatGrid>
)

const renderMoney = (amount: string | undefined) => amount && <Money amount={amount} hero />

/** Displays the overall figures, or placeholders while they load. */
export const OverviewFigures = ({ totals }: Props) => (
  <StatGrid even>
    <StatCard label="Total user" value={totals?.total_users} to={`${ADMIN}/alluser`} />
    <StatCard
      label="Active user"
      value={totals?.active_users}
      note="signed in within 30 days, or holding a position"
    />
    <StatCard
      label="Total Deposit"
      value={renderMoney(totals?.total_deposit)}
      note="confirmed"
      to={`${ADMIN}/alltransaction?status=completed`}
    />
    <StatCard
      label="Total Withdrawals"
      value={renderMoney(totals?.total_withdrawals)}
      note="paid"
      to={`${ADMIN}/withdrawals?status=completed`}
    />
  </StatGrid>
)

/** Displays the money owed and held, and since when every integrity check has passed. */
export function IntegrityStatus({ totals }: Props) {
  return (
    <>
      {totals?.frozen && (
        <Callout tone="error" title="Money is stopped.">
          An integrity check failed. No money moves until two admins end the freeze:{' '}
          <TextLink to={`${ADMIN}/ledger`}>see the problems</TextLink>.
        </Callout>
      )}
      <StatGrid even>
        <StatCard
          label="Owed to members"
          value={renderMoney(totals?.owed)}
          note="every balance, held or free"
        />
        <StatCard
          label="Held in custody"
          value={totals && (totals.held === null ? 'No price' : renderMoney(totals.held))}
          note="coin and dollars, at current prices"
        />
        <StatCard
          label="Placed for plans"
          value={renderMoney(totals?.placed)}
          note="outside, in dollars at the rate when it was placed"
        />
        <StatCard
          label="Books balanced since"
          value={totals && <Since totals={totals} />}
          note={<LastCheck totals={totals} />}
        />
      </StatGrid>
    </>
  )
}

const Since = ({ totals: { integrity, checked } }: { totals: Totals }) =>
  integrity ? (
    <When at={integrity.since} timeZone="UTC" />
  ) : checked ? (
    'Not balanced'
  ) : (
    'Not known yet'
  )

const LastCheck = ({ totals }: Props) =>
  totals?.integrity ? (
    <>
      UTC; last check <When at={totals.integrity.checkedAt} timeZone="UTC" />
    </>
  ) : totals?.checked ? (
    'see what the last check found'
  ) : (
    'the first check runs within a minute'
  )
