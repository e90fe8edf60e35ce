import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { When } from '#ui/figures/when.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { ADMIN, type OverviewProps, renderMoney } from './integrity-cards.tsx'

export type Totals = NonNullable<OverviewProps['totals']>

/** Returns the cards of what goes wrong unless the staff act, without those that count nothing. */
const listRisks = (totals: Totals) =>
  [
    {
      label: 'Late withdrawals',
      count: totals.overdue_withdrawals,
      note: 'past the stated processing time',
      to: 'withdrawals?sort=date',
    },
    {
      label: 'Late deposits',
      count: totals.overdue_deposits,
      note: 'pending for more than 24 hours',
      to: 'alltransaction?status=pending&sort=date',
    },
    {
      label: 'Approvals about to expire',
      count: totals.expiring_proposals,
      note: totals.first_proposal_expires_at && (
        <>
          the first at <When at={totals.first_proposal_expires_at} timeZone="UTC" /> UTC
        </>
      ),
      to: 'approvals',
    },
    {
      label: 'Reconciliation breaks',
      count: totals.open_breaks,
      note: 'external balances differ from the ledger',
      to: 'reconciliation',
    },
    {
      label: 'Open alerts',
      count: totals.open_alerts,
      note: 'from the health checks',
      to: 'jobs',
    },
  ].filter(({ count }) => count > 0)

/** Displays what goes wrong unless the staff act. */
export function AtRisk({ totals }: OverviewProps) {
  const risks = totals ? listRisks(totals) : []

  return (
    <Stack tight>
      <h2>At risk</h2>
      {!totals && <SkeletonLines lines={1} />}
      {totals && risks.length === 0 && (
        <p className="muted">
          Nothing is late, and there are no breaks, alerts or approvals about to expire.
        </p>
      )}
      {risks.length > 0 && (
        <StatGrid four>
          {risks.map(({ label, count, note, to }) => (
            <StatCard
              key={label}
              label={label}
              value={count}
              note={note}
              actionNeeded
              to={`${ADMIN}/${to}`}
            />
          ))}
        </StatGrid>
      )}
    </Stack>
  )
}

/** Displays the overall figures, or placeholders while they load. */
export const OverviewFigures = ({ totals }: OverviewProps) => (
  <StatGrid even>
    <StatCard label="Total user" value={totals?.total_users} to={`${ADMIN}/alluser`} />
    <StatCard
      label="Active user"
      value={totals?.active_users}
      note="logged in within 30 days or holding a position"
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
