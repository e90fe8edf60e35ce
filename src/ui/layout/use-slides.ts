import { useCallback, useEffect, useState } from 'react'

export type Slides = {
  /** Which one shows, from 0. */
  index: number
  /** Whether it stands still for good: the pause button was pressed or the controls were used. */
  paused: boolean
  /** Shows one; what stands beyond either end wraps around. By hand it ends the advancing. */
  show(index: number): void
  setPaused(paused: boolean): void
  /** For the element around it: it waits while something inside has the pointer or the focus. */
  hold: { onMouseEnter(): void; onMouseLeave(): void; onFocus(): void; onBlur(): void }
}

/** Advances by itself every `everyMs`, never for people who prefer less motion, and never again once they steer. */
export function useSlides(count: number, everyMs: number): Slides {
  const [index, setIndex] = useState(0)
  const [paused, setPaused] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const still = usePrefersStill()
  const moves = count > 1 && !paused && !hovered && !focused && !still
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setIndex((at) => (at + 1) % count), everyMs)
    return () => clearInterval(timer)
  }, [moves, count, everyMs])
  const show = useCallback(
    (next: number) => {
      setPaused(true)
      setIndex((next + count) % count)
    },
    [count],
  )
  return {
    ...{ index, paused: paused || still, show, setPaused },
    hold: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

function usePrefersStill(): boolean {
  const [still, setStill] = useState(false)
  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)')
    const look = () => setStill(query.matches)
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return still
}
