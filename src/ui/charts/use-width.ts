import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * How wide an element is, in pixels: 0 until it is known. A chart is drawn for it, so that its
 * letters keep their size.
 */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return

    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.round(entry.contentRect.width)),
    )
    observer.observe(element)

    return () => observer.disconnect()
  }, [])

  return [ref, width]
}
