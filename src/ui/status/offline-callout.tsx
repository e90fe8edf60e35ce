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

/** Returns whether the device has a network connection; true on the server. */
const useOnline = () =>
  useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )

/** Shows that the device is offline and what that means for the page, until it is online again. */
export function OfflineCallout() {
  if (useOnline()) return null
  return (
    <Callout live title="You’re offline">
      This page may be out of date. What you’ve entered stays here, and you can send it once you’re
      back online.
    </Callout>
  )
}
