import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { administrationCalls, type OperatorSettings } from './calls.tsx'

type Pauses = OperatorSettings['pauses']
type Pausable = keyof Pauses

const NAMES: Record<Pausable, string> = {
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  signUps: 'Sign-ups',
}
const ALL: readonly Pausable[] = ['deposits', 'withdrawals', 'signUps']

/** Shows which services are paused, with buttons that pause or open them. */
export function Pauses({ pauses }: { pauses: Pauses }) {
  const [selected, setSelected] = useState<Pausable>()
  const may = usePermission('installation.manage')

  return (
    <Panel title="Pauses">
      <p className="meta muted">
        The reason is shown to the public in place of the paused service.
      </p>
      <KeyValues
        rows={ALL.map((what) => ({
          label: (
            <>
              {NAMES[what]} <PauseTag pause={pauses[what]} />
              {pauses[what] && <PauseReason pause={pauses[what]} />}
            </>
          ),
          value: may && (
            <Button
              size="sm"
              aria-label={`${pauses[what] ? 'Open' : 'Pause'} ${NAMES[what].toLowerCase()}`}
              onClick={() => setSelected(what)}
            >
              {pauses[what] ? 'Open…' : 'Pause…'}
            </Button>
          ),
        }))}
      />
      {selected && (
        <PauseDialog
          what={selected}
          paused={pauses[selected] !== null}
          onClose={() => setSelected(undefined)}
        />
      )}
    </Panel>
  )
}

const PauseTag = ({ pause }: { pause: Pauses[Pausable] }) =>
  pause ? <Tag tone="wait">Paused</Tag> : <Tag tone="ok">Open</Tag>

const PauseReason = ({ pause: { reason, since } }: { pause: NonNullable<Pauses[Pausable]> }) => (
  <span className="meta muted">
    <br />
    {reason} Since <When at={since} timeZone="UTC" /> UTC.
  </span>
)

type DialogProps = { what: Pausable; paused: boolean; onClose: () => void }

function PauseDialog({ what, paused, onClose }: DialogProps) {
  const form = useToastAction(
    async ({ reason = '' }) =>
      (await administrationCalls.setPause.call({ what, paused: !paused, reason })).body,
    onClose,
  )
  const name = NAMES[what].toLowerCase()

  if (!paused)
    return (
      <ReasonDialog
        open
        onClose={onClose}
        title={`Pause ${name}?`}
        hint={
          'It is shown to the public on every page that this closes. New requests are rejected ' +
          'until it is opened again, which another admin has to approve.'
        }
        actionLabel={`Pause ${name}`}
        acting="Loading...."
        {...form}
      />
    )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Open ${name} again?`}
      actionLabel="Propose to open"
      acting="Loading...."
      {...form}
    >
      <p>
        Another admin has to approve it. It takes effect 24 hours later, at once in the sandbox. All
        staff are notified.
      </p>
    </FormDialog>
  )
}
