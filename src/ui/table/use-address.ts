import { useCallback, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** The next query string, before the router reports it. Set only in a browser. */
let pendingAddress: { path: string; params: URLSearchParams } | undefined

/**
 * Returns the query string and a function that changes it. Two changes in the same moment, such as
 * a blur and a click, build on each other; the router's own setter would lose the first.
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
