import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { StaffFileLink } from '#modules/approvals/components/staff-file-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { AccountsList } from '../../components/accounts-list.tsx'
import { integrityCalls } from '../../components/calls.tsx'
import { FreezePanel } from '../../components/freeze-panel.tsx'
import { JournalList } from '../../components/journal-list.tsx'
import { TrialBalance } from '../../components/trial-balance.tsx'
import { VerifyNow } from '../../components/verify-now.tsx'

const HERE = '/admin-dashboard/ledger'
const VIEWS = [
  ['trial', 'Trial balance'],
  ['accounts', 'Accounts'],
  ['journal', 'Journal'],
] as const

export default function Ledger() {
  const [params] = useSearchParams()
  const view = VIEWS.find(([name]) => name === params.get('view'))?.[0] ?? 'trial'

  return (
    <Stack>
      <PageTitle>Ledger</PageTitle>
      <PageHeading
        title="Ledger"
        lead={
          'Every movement of money. Posted rows can’t be edited; corrections are new rows with ' +
          'a reason.'
        }
        actions={
          <>
            <StaffFileLink path="/api/admin/ledger/export?format=hledger">
              Export for hledger
            </StaffFileLink>
            <StaffFileLink path="/api/admin/ledger/export?format=beancount">
              Export for beancount
            </StaffFileLink>
          </>
        }
      />
      <LedgerStatus />
      <VerifyNow />
      <TabLinks
        label="View"
        tabs={VIEWS.map(([name, label]) => ({
          label,
          to: name === 'trial' ? HERE : `${HERE}?view=${name}`,
          current: name === view,
        }))}
      />
      {view === 'trial' && <TrialBalance />}
      {view === 'accounts' && <AccountsList />}
      {view === 'journal' && <JournalList />}
    </Stack>
  )
}

/** Displays the freeze or the last good check, and the head of the hash chain. */
function LedgerStatus() {
  const { data } = useQuery(integrityCalls.state.queryOptions())
  if (!data) return null

  const { frozen, good, head } = data.data
  if (frozen) return <FreezePanel frozen={frozen} />

  return (
    <p className="muted">
      {good ? (
        <>
          Balanced as of <When at={good.finishedAt} timeZone="UTC" /> UTC.
        </>
      ) : (
        'Not checked yet.'
      )}{' '}
      {head && (
        <>
          {head.seq} rows are chained in {head.block === '1' ? '1 block' : `${head.block} blocks`}.
        </>
      )}
    </p>
  )
}
