import { useEffect, useState } from 'react'
import { timeLeft } from './time-left.ts'

type Props = {
  /** Remaining milliseconds. A new value restarts the countdown. */
  ms: number
  /** Shown when the time is over. */
  over: string
  onOver?: (() => void) | undefined
}

/**
 * Renders a countdown such as `14:32`. It measures elapsed time, so a wrong device clock has no
 * effect.
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
