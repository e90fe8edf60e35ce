import { Suspense, useEffect, useRef, useState } from 'react'
import { registerStepUpPrompt } from '#platform/client/step-up.ts'
import { Button } from '#ui/actions/button.tsx'
import { createLazyComponent, usePreload } from '#ui/lazy.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import type { Kind } from './security-calls.tsx'

const LazyStepUpProof = createLazyComponent(
  async () => (await import('./step-up-proof.tsx')).StepUpProof,
)

/**
 * Asks for a recent authentication when a call requires it, then repeats the call; the form retains
 * its input. Rendered once in the layout of the member's and the staff's pages.
 */
export function StepUp({ kind }: { kind: Kind }) {
  const [open, setOpen] = useState(false)
  usePreload(LazyStepUpProof, open)
  const answer = useRef<(proven: boolean) => void>(undefined)

  useEffect(
    () =>
      registerStepUpPrompt(
        () =>
          new Promise((resolve) => {
            answer.current = resolve
            setOpen(true)
          }),
      ),
    [],
  )

  const close = (proven: boolean) => {
    setOpen(false)
    answer.current?.(proven)
    answer.current = undefined
  }

  return (
    <Dialog
      open={open}
      onClose={() => close(false)}
      title="Confirm that it’s you"
      actions={<Button onClick={() => close(false)}>Go back</Button>}
    >
      <p>Confirm to continue. You won’t be asked again for five minutes.</p>
      <Suspense fallback={<SkeletonLines lines={2} />}>
        <LazyStepUpProof kind={kind} onProven={() => close(true)} />
      </Suspense>
    </Dialog>
  )
}
