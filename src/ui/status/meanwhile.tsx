import { useState } from 'react'
import { Callout } from './callout.tsx'

type Props = {
  /** What is open; another one begins anew. */
  of: string
  /** How it stands. */
  now: string
  /** Who brought it there, when it wasn't the reader. */
  by: string | null
}

/** Says that somebody else has decided on something while it was open here. */
export function Meanwhile({ of, now, by }: Props) {
  const [observed, setObserved] = useState({ of, first: now })
  if (observed.of !== of) setObserved({ of, first: now })

  if (observed.of !== of || observed.first === now || by === null) return null

  return (
    <Callout tone="info" title="Decided meanwhile." live inPanel>
      {by} has decided on this while you had it open. What you see is how it stands now.
    </Callout>
  )
}
