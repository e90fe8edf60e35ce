import { useCallback, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/**
 * What the address is about to become: the router tells of it only a moment later. Set by what
 * people do, in a browser alone.
 */
let pendingAddress: { path: string; params: URLSearchParams } | undefined

/**
 * What a page keeps in its address, and a way to change it. A change builds on the one before even
 * where both come at once, as when a box is left by choosing something else: the router's own way
 * would lose the first.
 */
export function useAddress(): [
  URLSearchParams,
  (change: (now: URLSearchParams) => URLSearchParams) => void,
] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever it became, it is there now
  useEffect(() => {
    pendingAddress = undefined
  }, [params])

  const change = useCallback(
    (changed: (now: URLSearchParams) => URLSearchParams) => {
      const next = changed(pendingAddress?.path === pathname ? pendingAddress.params : params)
      pendingAddress = { path: pathname, params: next }
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [params, pathname, setParams],
  )

  return [params, change]
}
