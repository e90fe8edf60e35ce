import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { askBy } from '#platform/client/step-up.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { showPasskey } from './passkeys.tsx'
import { Prove } from './prove.tsx'
import { type Kind, securityCalls } from './security-calls.tsx'

/**
 * Asks people to prove that it is them when an act wants that, and lets the act go on by itself: what stands in its form
 * stays. Once in the frame of the member's and of the staff's pages.
 */
export function StepUp({ kind }: { kind: Kind }) {
  const [open, setOpen] = useState(false)
  const answer = useRef<(proven: boolean) => void>(undefined)
  useEffect(
    () =>
      askBy(
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
      <p>What you are about to do asks for a fresh proof. It holds for five minutes on this device.</p>
      <Proof kind={kind} onProven={() => close(true)} />
    </Dialog>
  )
}

function Proof({ kind, onProven }: { kind: Kind; onProven: () => void }) {
  const calls = securityCalls(kind)
  const { data, isError, refetch } = useQuery(calls.factors.queryOptions())
  if (isError && !data) return <ReadFailed onRetry={refetch} />
  if (!data) return <SkeletonLines lines={2} />
  return (
    <Prove
      ways={data.data.ways}
      act="Confirm"
      acting="Confirming..."
      onProof={async (proof) => {
        await calls.stepUp.call(proof)
        onProven()
      }}
      onPasskey={async () => {
        const { data: options } = await calls.challenge.call()
        await calls.stepUp.call({ passkey: await showPasskey(options) })
        onProven()
      }}
    />
  )
}
