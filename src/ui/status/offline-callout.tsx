import { useSyncExternalStore } from 'react'
import { Callout } from './callout.tsx'

function subscribeToNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device says that it has a network; on the server it has. */
const useOnline = () =>
  useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )

/**
 * Says that the line is gone, what that means for what is on the screen, and goes when it is back.
 */
export function OfflineCallout() {
  if (useOnline()) return null
  return (
    <Callout live title="You are offline.">
      What you see is as it was read last, and what you have entered stays here. Nothing is sent
      until you are back.
    </Callout>
  )
}
