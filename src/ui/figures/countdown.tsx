import { useEffect, useState } from 'react'
import { timeLeft } from './time-left.ts'

type Props = {
  /** How long it still runs at the moment this is given. A new value starts it again. */
  ms: number
  /** Said instead when the time is over. */
  over: string
  onOver?: (() => void) | undefined
}

/**
 * A clock that runs down, as `14:32`. It measures by itself, so a wrong clock on the device does no
 * harm.
 */
export function Countdown({ ms, over, onOver }: Props) {
  const [left, setLeft] = useState(ms)
  useEffect(() => {
    const start = performance.now()
    const tick = () => setLeft(Math.max(0, ms - (performance.now() - start)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [ms])

  const ended = left <= 0
  useEffect(() => {
    if (ended) onOver?.()
  }, [ended, onOver])

  return (
    <span className="num" role="timer" aria-live="off">
      {ended ? over : timeLeft(left)}
    </span>
  )
}
