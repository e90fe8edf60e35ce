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

/** That no money moves, why, what is still found, and the way out of it: two admins. */
export function FreezePanel({ frozen }: { frozen: LedgerFreeze }) {
  const { because, since, found } = frozen
  return (
    <Stack>
      <Callout tone="error" title="The books are frozen: no money moves.">
        <p>
          {because} Since <When at={since} timeZone="UTC" /> UTC.
        </p>
        {found.length === 0 ? (
          <p>What was found is not found any more.</p>
        ) : (
          <>
            <ProblemList problems={found} />
            <p>
              Once it is put right, have the books verified: what is still found is let stand with
              the freeze.
            </p>
          </>
        )}
      </Callout>
      <UnfreezeForm frozen={frozen} />
    </Stack>
  )
}

function UnfreezeForm({ frozen: { proposed, found } }: { frozen: LedgerFreeze }) {
  const may = usePermission('books.unfreeze')
  const [open, setOpen] = useState(false)
  const form = useToastAction(
    async ({ reason = '' }) => (await integrityCalls.unfreeze.call({ reason })).body,
    () => setOpen(false),
  )

  if (proposed)
    return (
      <p className="muted">
        Waiting for a second admin: {proposed.by} proposed to let money move again on{' '}
        <When at={proposed.at} timeZone="UTC" /> UTC.
      </p>
    )

  if (!may) return may === false && <p className="muted">{describeDeciders('books.unfreeze')}</p>

  return (
    <>
      <FormActions>
        <Button onClick={() => setOpen(true)}>Let money move again…</Button>
      </FormActions>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Let money move again?"
        hint={`Say what was wrong and what was done about it: the second admin decides by it, and it stays on record.${
          found.length > 0
            ? ' What is still found is let stand: verify the books first where it was put right.'
            : ''
        }`}
        actionLabel="Propose"
        acting="Proposing..."
        {...form}
      />
    </>
  )
}
