import { TextLink } from '#ui/actions/text-link.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'

const TOOLS = [
  { to: '/dev/mailbox', label: 'Mailbox', what: 'Every mail as it would have been sent.' },
  { to: '/dev/clock', label: 'Clock', what: 'The house’s date, and moving it forward.' },
  { to: '/dev/ledger', label: 'Ledger', what: 'Any account, any row of the journal.' },
  { to: '/dev/ui', label: 'Design system', what: 'Every part of a page, in its states.' },
]

/** Pages that exist in live mode too. */
const DOORS = [
  { to: '/login', label: 'Login of members', what: 'For the sample members, or one you sign up.' },
  { to: '/admin-login', label: 'Login of the staff', what: 'For the back office.' },
]

const buildLinkRows = (pages: typeof TOOLS) =>
  pages.map(({ to, label, what }) => ({ label: <TextLink to={to}>{label}</TextLink>, value: what }))

export default function DevIndex() {
  return (
    <>
      <PageHeading
        title="Sandbox tools"
        lead="They exist in the sandbox alone: a live installation has none of them."
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
              value: 'Every call, with its fields.',
            },
          ]}
        />
      </Panel>
      <Panel title="Doors">
        <Details rows={buildLinkRows(DOORS)} />
      </Panel>
    </>
  )
}
