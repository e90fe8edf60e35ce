import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Returns a ref and the width in pixels of its element, 0 until it is measured. Charts are drawn
 * for this width so that their text is not scaled.
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
