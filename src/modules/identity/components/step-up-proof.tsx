import { useQuery } from '@tanstack/react-query'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { showPasskey } from './passkeys.tsx'
import { Prove } from './prove.tsx'
import { getSecurityCalls, type Kind } from './security-calls.tsx'

/** Asks for the authentication method that the person has set up, and reports success. */
export function StepUpProof({ kind, onProven }: { kind: Kind; onProven: () => void }) {
  const calls = getSecurityCalls(kind)
  const { data, isError, refetch } = useQuery(calls.factors.queryOptions())
  if (isError && !data) return <ReadFailed onRetry={refetch} />
  if (!data) return <SkeletonLines lines={2} />

  return (
    <Prove
      ways={data.data.ways}
      actionLabel="Confirm"
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
