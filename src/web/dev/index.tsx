import { TextLink } from '#ui/actions/text-link.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'

const TOOLS = [
  { to: '/dev/mailbox', label: 'Mailbox', what: 'All emails sent by the sandbox.' },
  { to: '/dev/clock', label: 'Clock', what: 'View the simulated date and move it forward.' },
  {
    to: '/dev/chain',
    label: 'Simulated chains',
    what: 'Pay deposits, mine blocks and change what the chains show.',
  },
  { to: '/dev/ledger', label: 'Ledger', what: 'All accounts and journal rows.' },
  { to: '/dev/ui', label: 'Design system', what: 'All components in their states.' },
]

/** Pages that exist in live mode too. */
const LOGINS = [
  { to: '/login', label: 'Member login', what: 'For sample members and accounts you create.' },
  { to: '/admin-login', label: 'Staff login', what: 'For the back office.' },
]

const buildLinkRows = (pages: typeof TOOLS) =>
  pages.map(({ to, label, what }) => ({ label: <TextLink to={to}>{label}</TextLink>, value: what }))

export default function DevIndex() {
  return (
    <>
      <PageHeading
        title="Sandbox tools"
        lead="Available in the sandbox only, never in live mode."
      />
      <Panel>
        <Details
          rows={[
            ...buildLinkRows(TOOLS),
            {
              label: (
                <TextLink to="/api/docs" reloadDocument>
                  API reference
                </TextLink>
              ),
              value: 'All API calls and their fields.',
            },
          ]}
        />
      </Panel>
      <Panel title="Logins">
        <Details rows={buildLinkRows(LOGINS)} />
      </Panel>
    </>
  )
}
