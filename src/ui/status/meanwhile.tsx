import { useState } from 'react'
import { Callout } from './callout.tsx'

type Props = {
  /** Identifies the open item; another value starts again. */
  of: string
  /** Its current state. */
  now: string
  /** The person who changed it, unless it was the reader. */
  by: string | null
}

/** Shows that another person decided on the item while it was open here. */
export function Meanwhile({ of, now, by }: Props) {
  const [observed, setObserved] = useState({ of, first: now })
  if (observed.of !== of) setObserved({ of, first: now })

  if (observed.of !== of || observed.first === now || by === null) return null

  return (
    <Callout tone="info" title="Already decided" live inPanel>
      {by} decided this while you had it open. Showing the current status.
    </Callout>
  )
}
