import { useCallback } from 'react'
import { useAddress } from './use-address.ts'

/**
 * Stores which row's details are open in the query string, so that a reload or a link shows the
 * same.
 */
export function useOpenRow(): {
  openId: string | undefined
  open: (id: string | undefined) => void
} {
  const [params, change] = useAddress()
  const open = useCallback(
    (id: string | undefined) =>
      change((now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('open', id)
        else next.delete('open')
        return next
      }),
    [change],
  )

  return { openId: params.get('open') ?? undefined, open }
}
