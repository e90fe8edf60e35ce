import { MINUTE_MS } from '#lib/dates.ts'
import { formatDuration } from '#ui/figures/span.ts'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { ADMIN, type OverviewProps } from './integrity-cards.tsx'
import type { Totals } from './overview-cards.tsx'

/** An empty note of the same height while the figures load. */
const NO_NOTE = '\u00a0'

/** Formats how long the oldest item of a kind of work has waited. */
function formatAge(
  totals: OverviewProps['totals'],
  kind: keyof Totals['oldest'],
  otherwise: string,
) {
  if (!totals) return NO_NOTE

  const since = totals.oldest[kind]
  if (!since) return otherwise

  const minutes = Math.floor((Date.parse(totals.at) - Date.parse(since)) / MINUTE_MS)
  return `oldest: ${formatDuration(minutes)}`
}

/** Displays the work that waits for a decision, with the age of the oldest item. */
export const NeedsAction = ({ totals }: OverviewProps) => (
  <Stack tight>
    <h2>Needs action</h2>
    <StatGrid even>
      <StatCard
        label="Pending Deposits"
        value={totals?.pending_deposits}
        note={formatAge(totals, 'pending_deposit', 'to confirm')}
        actionNeeded={Boolean(totals?.pending_deposits)}
        to={`${ADMIN}/alltransaction?status=pending`}
      />
      <StatCard
        label="Withdrawals to approve"
        value={totals?.pending_withdrawals}
        note={formatAge(totals, 'pending_withdrawal', 'none waiting')}
        actionNeeded={Boolean(totals?.pending_withdrawals)}
        to={`${ADMIN}/withdrawals?status=pending`}
      />
      <StatCard
        label="Withdrawals to pay"
        value={totals?.approved_withdrawals}
        note={formatAge(totals, 'approved_withdrawal', 'none waiting')}
        actionNeeded={Boolean(totals?.approved_withdrawals)}
        to={`${ADMIN}/withdrawals?status=approved`}
      />
      <StatCard
        label="Pending approvals"
        value={totals?.waiting_approvals}
        note={formatAge(totals, 'proposal', 'none waiting')}
        actionNeeded={Boolean(totals?.waiting_approvals)}
        to={`${ADMIN}/approvals`}
      />
      <StatCard
        label="Messages"
        value={totals?.open_messages}
        note={formatAge(totals, 'message', 'not answered')}
        actionNeeded={Boolean(totals?.open_messages)}
        to={`${ADMIN}/messages?state=open`}
      />
    </StatGrid>
  </Stack>
)
