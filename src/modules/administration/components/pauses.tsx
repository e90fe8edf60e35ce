import { useAddressDialog } from '#app-ui/use-address-dialog.ts'
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
const DIALOGS = ['pause-deposits', 'pause-withdrawals', 'pause-signUps'] as const

/** Shows which services are paused, with buttons that pause or open them. */
export function Pauses({ pauses }: { pauses: Pauses }) {
  const [opened, open] = useAddressDialog(DIALOGS)
  const selected = ALL.find((what) => opened === `pause-${what}`)
  const may = usePermission('installation.manage')

  return (
    <Panel title="Pauses">
      <p className="meta muted">Visitors and members see the reason while the service is paused.</p>
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
              aria-label={`${pauses[what] ? 'Resume' : 'Pause'} ${NAMES[what].toLowerCase()}`}
              onClick={() => open(`pause-${what}`)}
            >
              {pauses[what] ? 'Resume…' : 'Pause…'}
            </Button>
          ),
        }))}
      />
      {selected && may && (
        <PauseDialog
          what={selected}
          paused={pauses[selected] !== null}
          onClose={() => open(undefined)}
        />
      )}
    </Panel>
  )
}

const PauseTag = ({ pause }: { pause: Pauses[Pausable] }) =>
  pause ? <Tag tone="wait">Paused</Tag> : <Tag tone="ok">Active</Tag>

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
          'Shown to the public wherever the service is paused. New requests are rejected until ' +
          'another admin approves to resume it.'
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
      title={`Resume ${name}?`}
      actionLabel="Propose to resume"
      acting="Loading...."
      {...form}
    >
      <p>
        Another admin has to approve this. It takes effect 24 hours later, or immediately in the
        sandbox. All staff are notified.
      </p>
    </FormDialog>
  )
}
