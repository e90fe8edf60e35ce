import { TextLink } from '#ui/actions/text-link.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'

const TOOLS = [
  { to: '/dev/mailbox', label: 'Mailbox', what: 'Every email that would have been sent.' },
  { to: '/dev/clock', label: 'Clock', what: 'The simulated date, and moving it forward.' },
  { to: '/dev/ledger', label: 'Ledger', what: 'Every account and journal row.' },
  { to: '/dev/ui', label: 'Design system', what: 'Every component in its states.' },
]

/** Pages that exist in live mode too. */
const LOGINS = [
  { to: '/login', label: 'Member login', what: 'For the sample members, or one you sign up.' },
  { to: '/admin-login', label: 'Staff login', what: 'For the back office.' },
]

const buildLinkRows = (pages: typeof TOOLS) =>
  pages.map(({ to, label, what }) => ({ label: <TextLink to={to}>{label}</TextLink>, value: what }))

export default function DevIndex() {
  return (
    <>
      <PageHeading
        title="Sandbox tools"
        lead="They exist in the sandbox only, not in a live installation."
      />
      <Panel>
        <Details
          rows={[
            ...buildLinkRows(TOOLS),
            {
              label: (
                <TextLink to="/api/docs" reloadDocument>
                  HTTP interface
                </TextLink>
              ),
              value: 'Every call with its fields.',
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
