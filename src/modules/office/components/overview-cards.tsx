import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { When } from '#ui/figures/when.tsx'
import { Notice } from '#ui/status/notice.tsx'
import type { officeCalls } from './calls.tsx'

const ADMIN = '/admin-dashboard'

type Totals = Awaited<ReturnType<typeof officeCalls.totals.call>>['data']
type Props = { totals: Totals | undefined }

/** What somebody has to act on, first of all. */
export const WaitingCards = ({ totals }: Props) => (
  <StatGrid>
    <StatCard
      label="Pending Deposits"
      value={totals?.pending_deposits}
      note="to confirm"
      waits={Boolean(totals?.pending_deposits)}
      to={`${ADMIN}/alltransaction?status=pending`}
    />
    <StatCard
      label="Withdrawals to approve"
      value={totals?.pending_withdrawals}
      waits={Boolean(totals?.pending_withdrawals)}
      to={`${ADMIN}/withdrawals?status=pending`}
    />
    <StatCard
      label="Withdrawals to pay"
      value={totals?.approved_withdrawals}
      waits={Boolean(totals?.approved_withdrawals)}
      to={`${ADMIN}/withdrawals?status=approved`}
    />
    <StatCard
      label="Waiting for a second admin"
      value={totals?.waiting_approvals}
      waits={Boolean(totals?.waiting_approvals)}
      to={`${ADMIN}/approvals`}
    />
    <StatCard
      label="Breaks"
      value={totals?.open_breaks}
      note="where outside and books differ"
      waits={Boolean(totals?.open_breaks)}
      to={`${ADMIN}/reconciliation`}
    />
    <StatCard
      label="Messages"
      value={totals?.open_messages}
      note="not answered yet"
      waits={Boolean(totals?.open_messages)}
      to={`${ADMIN}/messages?state=open`}
    />
  </StatGrid>
)

const money = (amount: string | undefined) => amount && <Money amount={amount} hero />

/** The figures of the house; a bar where one is on its way. */
export const HouseFigures = ({ totals }: Props) => (
  <StatGrid even>
    <StatCard label="Total user" value={totals?.total_users} to={`${ADMIN}/alluser`} />
    <StatCard
      label="Active user"
      value={totals?.active_users}
      note="signed in within 30 days, or holding a position"
    />
    <StatCard
      label="Total Deposit"
      value={money(totals?.total_deposit)}
      note="confirmed"
      to={`${ADMIN}/alltransaction?status=completed`}
    />
    <StatCard
      label="Total Withdrawals"
      value={money(totals?.total_withdrawals)}
      note="paid"
      to={`${ADMIN}/withdrawals?status=completed`}
    />
  </StatGrid>
)

/** What is owed and what is held, and since when every look at the books found nothing wrong. */
export function BooksStanding({ totals }: Props) {
  return (
    <>
      {totals?.frozen && (
        <Notice tone="error" title="Money is stopped.">
          A look at the books found something wrong. Nothing moves until two admins let it move
          again: <TextLink to={`${ADMIN}/ledger`}>what was found, and the way out</TextLink>.
        </Notice>
      )}
      <StatGrid even>
        <StatCard
          label="Owed to members"
          value={money(totals?.owed)}
          note="every balance, held or free"
        />
        <StatCard
          label="Held in custody"
          value={totals && (totals.held === null ? 'No price' : money(totals.held))}
          note="coin and dollars, at the prices of now"
        />
        <StatCard
          label="Placed for plans"
          value={money(totals?.placed)}
          note="outside, in the dollars it counted for when it left"
        />
        <StatCard
          label="Books balanced since"
          value={totals && <Since totals={totals} />}
          note={<Looked totals={totals} />}
        />
      </StatGrid>
    </>
  )
}

const Since = ({ totals: { books, looked } }: { totals: Totals }) =>
  books ? <When at={books.since} timeZone="UTC" /> : looked ? 'They don’t' : 'Not known yet'

const Looked = ({ totals }: Props) =>
  totals?.books ? (
    <>
      UTC; last looked <When at={totals.books.lookedAt} timeZone="UTC" />
    </>
  ) : totals?.looked ? (
    'see what the last look found'
  ) : (
    'the first look is within a minute'
  )
