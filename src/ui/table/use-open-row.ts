import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Which row's details are open, kept in the address so that a reload or a link shows the same. */
export function useOpenRow(): { openId: string | undefined; open: (id: string | undefined) => void } {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (id: string | undefined) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (id) next.set('open', id)
          else next.delete('open')
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return { openId: params.get('open') ?? undefined, open }
}
