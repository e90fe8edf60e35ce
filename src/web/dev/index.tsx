import { TextLink } from '#ui/actions/text-link.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'

const TOOLS = [
  { to: '/dev/mailbox', label: 'Mailbox', what: 'every mail as it would have been sent' },
  { to: '/dev/clock', label: 'Clock', what: "move the house's date forward" },
  { to: '/dev/ledger', label: 'Ledger', what: 'any account, any row' },
  { to: '/dev/ui', label: 'Design system', what: 'every part of a page, in its states' },
  { to: '/api/docs', label: 'HTTP interface', what: 'every call, with its fields' },
]

export default function DevIndex() {
  return (
    <>
      <PageHeading
        title="Sandbox tools"
        lead="They exist in the sandbox alone: a live installation has none of them."
      />
      <Panel>
        <KeyValues
          rows={TOOLS.map(({ to, label, what }) => ({
            label: <TextLink to={to}>{label}</TextLink>,
            value: what,
          }))}
        />
      </Panel>
    </>
  )
}
