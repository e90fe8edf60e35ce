import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { backofficeCalls } from './calls.tsx'

const ADMIN = '/admin-dashboard'

type Totals = Awaited<ReturnType<typeof backofficeCalls.totals.call>>['data']
type Props = { totals: Totals | undefined }

/** What somebody has to act on, first of all. */
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
      note="where outside and books differ"
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

/** The figures of the house; a bar where one is on its way. */
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

/** What is owed and what is held, and since when every look at the books found nothing wrong. */
export function IntegrityStatus({ totals }: Props) {
  return (
    <>
      {totals?.frozen && (
        <Callout tone="error" title="Money is stopped.">
          A look at the books found something wrong. Nothing moves until two admins let it move
          again: <TextLink to={`${ADMIN}/ledger`}>what was found, and the way out</TextLink>.
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
          note="coin and dollars, at the prices of now"
        />
        <StatCard
          label="Placed for plans"
          value={renderMoney(totals?.placed)}
          note="outside, in the dollars it counted for when it left"
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

const Since = ({ totals: { integrity: books, checked: looked } }: { totals: Totals }) =>
  books ? <When at={books.since} timeZone="UTC" /> : looked ? 'They don’t' : 'Not known yet'

const LastCheck = ({ totals }: Props) =>
  totals?.integrity ? (
    <>
      UTC; last looked <When at={totals.integrity.checkedAt} timeZone="UTC" />
    </>
  ) : totals?.checked ? (
    'see what the last look found'
  ) : (
    'the first look is within a minute'
  )
