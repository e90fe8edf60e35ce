import { useCallback, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/**
 * The query string that was set last, and the one it was set on, until the browser shows another.
 * Set only in a browser.
 */
let pending: { path: string; from: string; params: URLSearchParams } | undefined

/**
 * Returns the query string and a function that changes it. Several changes in one moment, such as a
 * blur and a click, or fields filled faster than a page renders, build on each other; the router's
 * own setter would lose some.
 */
export function useAddress(): [
  URLSearchParams,
  (change: (now: URLSearchParams) => URLSearchParams) => void,
] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each render can show that it arrived
  useEffect(() => {
    if (pending?.from !== window.location.search) pending = undefined
  }, [params])

  const change = useCallback(
    (changed: (now: URLSearchParams) => URLSearchParams) => {
      const from = window.location.search
      const isUnderway = pending?.path === pathname && pending.from === from
      const next = changed(isUnderway && pending ? pending.params : new URLSearchParams(from))
      pending = { path: pathname, from, params: next }
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [pathname, setParams],
  )

  return [params, change]
}
