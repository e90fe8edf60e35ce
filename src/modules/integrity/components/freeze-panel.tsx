import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { integrityCalls } from './calls.tsx'
import { ProblemList } from './problem-list.tsx'

type LedgerFreeze = NonNullable<
  Awaited<ReturnType<typeof integrityCalls.state.call>>['data']['frozen']
>

/** Displays why the ledger is frozen, the open problems, and the form to unfreeze it. */
export function FreezePanel({ frozen }: { frozen: LedgerFreeze }) {
  const { because, since, found } = frozen
  return (
    <Stack>
      <Callout tone="error" title="The ledger is frozen. No money can move.">
        <p>
          {because} Since <When at={since} timeZone="UTC" /> UTC.
        </p>
        {found.length === 0 ? (
          <p>Later checks no longer find these problems.</p>
        ) : (
          <>
            <ProblemList problems={found} />
            <p>
              Fix the problems, then verify the ledger. Any problem that is still open is recorded
              as an accepted exception when you unfreeze.
            </p>
          </>
        )}
      </Callout>
      <UnfreezeForm frozen={frozen} />
    </Stack>
  )
}

function UnfreezeForm({ frozen: { proposed, found } }: { frozen: LedgerFreeze }) {
  const canUnfreeze = usePermission('ledger.unfreeze')
  const [open, setOpen] = useState(false)
  const form = useToastAction(
    async ({ reason = '' }) => (await integrityCalls.unfreeze.call({ reason })).body,
    () => setOpen(false),
  )

  if (proposed)
    return (
      <p className="muted">
        Waiting for a second admin: {proposed.by} proposed to unfreeze the ledger on{' '}
        <When at={proposed.at} timeZone="UTC" /> UTC.
      </p>
    )

  if (!canUnfreeze)
    return canUnfreeze === false && <p className="muted">{describeDeciders('ledger.unfreeze')}</p>

  return (
    <>
      <FormActions>
        <Button onClick={() => setOpen(true)}>Unfreeze ledger…</Button>
      </FormActions>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Unfreeze the ledger?"
        hint={
          'Describe the cause and the fix. The second admin reviews it, and it stays in the ' +
          'audit log.' +
          (found.length > 0
            ? ' Open problems become accepted exceptions, so verify the ledger first.'
            : '')
        }
        actionLabel="Propose to unfreeze"
        acting="Proposing..."
        {...form}
      />
    </>
  )
}
