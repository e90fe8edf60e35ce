import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { backofficeCalls } from './calls.tsx'

/** The address of the back office. */
export const ADMIN = '/admin-dashboard'

type Totals = Awaited<ReturnType<typeof backofficeCalls.totals.call>>['data']

/** The totals, or undefined while they load. */
export type OverviewProps = { totals: Totals | undefined }

/** Renders an amount in dollars, if there is one. */
export const renderMoney = (amount: string | undefined) => amount && <Money amount={amount} hero />

/** Displays that no money can move, while it is so. */
export const FreezeCallout = ({ totals }: OverviewProps) =>
  totals?.frozen && (
    <Callout tone="error" title="Transfers are frozen.">
      An integrity check failed. No money can move until two admins lift the freeze.{' '}
      <TextLink to={`${ADMIN}/ledger`}>View problems</TextLink>
    </Callout>
  )

/** Displays the money owed and held, and since when every integrity check has passed. */
export const IntegrityStatus = ({ totals }: OverviewProps) => (
  <StatGrid even>
    <StatCard
      label="Owed to members"
      value={renderMoney(totals?.owed)}
      note="all balances, including reserved amounts"
    />
    <StatCard
      label="Held in custody"
      value={totals && (totals.held === null ? 'No price' : renderMoney(totals.held))}
      note="crypto and dollars, at current prices"
    />
    <StatCard
      label="Placed for plans"
      value={renderMoney(totals?.placed)}
      note="at cost, in dollars"
    />
    <StatCard
      label="Ledger balanced since"
      value={totals && <Since totals={totals} />}
      note={<LastCheck totals={totals} />}
    />
  </StatGrid>
)

const Since = ({ totals: { integrity, checked } }: { totals: Totals }) =>
  integrity ? (
    <When at={integrity.since} timeZone="UTC" />
  ) : checked ? (
    'Not balanced'
  ) : (
    'Not checked yet'
  )

const LastCheck = ({ totals }: OverviewProps) =>
  totals?.integrity ? (
    <>
      UTC; last check <When at={totals.integrity.checkedAt} timeZone="UTC" />
    </>
  ) : totals?.checked ? (
    'view the last check'
  ) : (
    'first check within a minute'
  )
