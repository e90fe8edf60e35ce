import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { ADMIN, type OverviewProps, renderMoney } from './integrity-cards.tsx'

/** Displays the counts of open work. */
export const WaitingCards = ({ totals }: OverviewProps) => (
  <StatGrid four>
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
      label="Late withdrawals"
      value={totals?.overdue_withdrawals}
      note="open for longer than members are promised"
      actionNeeded={Boolean(totals?.overdue_withdrawals)}
      to={`${ADMIN}/withdrawals?sort=date`}
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

/** Displays the overall figures, or placeholders while they load. */
export const OverviewFigures = ({ totals }: OverviewProps) => (
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
