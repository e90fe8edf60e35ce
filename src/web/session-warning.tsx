import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { redirectToLogin } from '#platform/client/signed-out.ts'
import { Button } from '#ui/actions/button.tsx'
import { Countdown } from '#ui/figures/countdown.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

const WARN_MS = 120_000
const ASK_EVERY_MS = 30_000
const ENDED = 'Your session has ended. Please log in to continue.'

/**
 * Returns the remaining time of the session by the server's clock, and whether staying extends it.
 */
function useTimeLeft(kind: 'member' | 'admin') {
  const { data: answer, refetch } = useQuery({
    ...identityCalls.session.queryOptions(),
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: true,
  })

  const own = answer?.data[kind]
  const [now, idle, last] = [answer?.data.now, own?.idleUntil, own?.endsAt].map((at) =>
    Date.parse(at ?? ''),
  )
  const leftMs = Math.min(idle ?? Number.NaN, last ?? Number.NaN) - (now ?? Number.NaN)

  return {
    ended: answer !== undefined && !own,
    leftMs,
    canStay: (last ?? 0) > (idle ?? 0),
    refetch,
  }
}

/**
 * Warns two minutes before a session ends and offers to stay; redirects to the login when it has
 * ended.
 */
export function SessionWarning({
  kind,
  onLogOut,
}: {
  kind: 'member' | 'admin'
  onLogOut: () => void
}) {
  const { ended, leftMs, canStay, refetch } = useTimeLeft(kind)
  const { revalidate } = useRevalidator()
  const leave = useCallback(() => redirectToLogin(ENDED), [])

  useEffect(() => {
    if (ended) leave()
  }, [ended, leave])

  const extendSession = async () => {
    await revalidate()
    await refetch()
  }

  return (
    <Dialog
      open={leftMs <= WARN_MS}
      onClose={() => void (canStay && extendSession())}
      title={canStay ? 'Are you still there?' : 'Your session ends soon'}
      actions={
        <>
          <Button onClick={onLogOut}>Log out</Button>
          {canStay && (
            <Button variant="primary" onClick={() => void extendSession()}>
              Stay logged in
            </Button>
          )}
        </>
      }
    >
      <p>
        You will be logged out in <Countdown ms={leftMs} over="0:00" onOver={leave} />.{' '}
        {canStay
          ? 'Unsaved changes will be lost.'
          : 'Your session has reached its maximum length. Save your work and log in again.'}
      </p>
    </Dialog>
  )
}
