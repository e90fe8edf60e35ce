import { useCallback } from 'react'
import { useAddress } from './use-address.ts'

/**
 * Stores which row's details are open in the query string, so that a reload or a link shows the
 * same. `name` is its parameter, for a second list on a screen.
 */
export function useOpenRow(name = 'open'): {
  openId: string | undefined
  open: (id: string | undefined) => void
} {
  const [params, change] = useAddress()
  const open = useCallback(
    (id: string | undefined) =>
      change((now) => {
        const next = new URLSearchParams(now)
        if (id) next.set(name, id)
        else next.delete(name)
        return next
      }),
    [change, name],
  )

  return { openId: params.get(name) ?? undefined, open }
}
