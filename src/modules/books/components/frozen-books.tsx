import { useState } from 'react'
import { useMay, whoDecides } from '#modules/identity/components/use-role.tsx'
import { useToldAct } from '#modules/identity/components/use-told-act.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { booksCalls } from './calls.tsx'
import { ProblemList } from './problem-list.tsx'

type Frozen = NonNullable<Awaited<ReturnType<typeof booksCalls.state.call>>['data']['frozen']>

/** That no money moves, why, what is still found, and the way out of it: two admins. */
export function FrozenBooks({ frozen }: { frozen: Frozen }) {
  const { because, since, found } = frozen
  return (
    <Stack>
      <Notice tone="error" title="The books are frozen: no money moves.">
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
      </Notice>
      <Thaw frozen={frozen} />
    </Stack>
  )
}

function Thaw({ frozen: { proposed, found } }: { frozen: Frozen }) {
  const may = useMay('books.unfreeze')
  const [open, setOpen] = useState(false)
  const form = useToldAct(
    async ({ reason = '' }) => (await booksCalls.unfreeze.call({ reason })).body,
    () => setOpen(false),
  )

  if (proposed)
    return (
      <p className="muted">
        Waiting for a second admin: {proposed.by} proposed to let money move again on{' '}
        <When at={proposed.at} timeZone="UTC" /> UTC.
      </p>
    )

  if (!may) return may === false && <p className="muted">{whoDecides('books.unfreeze')}</p>

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
        act="Propose"
        acting="Proposing..."
        {...form}
      />
    </>
  )
}
