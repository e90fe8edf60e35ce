import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/classes.ts'
import styles from './document-viewer.module.css'

const ZOOMS = [1, 1.5, 2, 3] as const
const QUARTER_TURN = 90
const HALF_TURN = 180

/** A point of a document, as parts of its width and height. */
type Point = { x: number; y: number }
const MIDDLE: Point = { x: 0.5, y: 0.5 }

/** Displays an image of a document, which zooms and rotates about the middle of its frame. */
export function DocumentPicture({ path, name }: { path: string; name: string }) {
  const [ratio, setRatio] = useState(1)
  const { frame, zoom, turn, onZoom, onRotate } = useFrame(ratio)
  const [failed, setFailed] = useState(false)
  const scale = ZOOMS[zoom] ?? 1
  const isSideways = turn % HALF_TURN !== 0

  return (
    <>
      <div className={styles.tools}>
        <Button size="sm" onClick={() => onZoom(Math.min(zoom + 1, ZOOMS.length - 1))}>
          Zoom in
        </Button>
        <Button size="sm" onClick={() => onZoom(Math.max(zoom - 1, 0))}>
          Zoom out
        </Button>
        <Button size="sm" onClick={onRotate}>
          Rotate
        </Button>
        <span className="muted num">{scale * 100}%</span>
      </div>
      {failed && (
        <p role="alert">This document can’t be displayed. Try again, or ask for another.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the keys */}
      <section ref={frame} className={styles.frame} aria-label={name} tabIndex={0}>
        <div
          className={joinClasses(styles.sheet, isSideways && styles.sideways)}
          style={{ '--zoom': scale, '--turn': `${turn}deg`, '--ratio': ratio } as CSSProperties}
        >
          <img
            src={path}
            alt={`${name}, uploaded by the member`}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio(naturalWidth / naturalHeight || 1)
            }
            onError={() => setFailed(true)}
          />
        </div>
      </section>
    </>
  )
}

/**
 * Returns the zoom and turn of a document; a change of either leaves its middle in the middle, and
 * so does the image that arrives after one and brings its ratio.
 */
function useFrame(ratio: number) {
  const frame = useRef<HTMLElement>(null)
  const middle = useRef(MIDDLE)
  const [{ zoom, turn }, setView] = useState({ zoom: 0, turn: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has another size
  useLayoutEffect(() => {
    if (frame.current) scrollToMiddle(frame.current, middle.current)
  }, [zoom, turn, ratio])

  const readMiddle = () => (frame.current ? findMiddle(frame.current) : MIDDLE)

  return {
    frame,
    zoom,
    turn,
    onZoom: (next: number) => {
      middle.current = readMiddle()
      setView({ zoom: next, turn })
    },
    onRotate: () => {
      const { x, y } = readMiddle()
      middle.current = { x: 1 - y, y: x }
      setView({ zoom, turn: turn + QUARTER_TURN })
    },
  }
}

/** Returns the point of the document in the middle of its frame. */
const findMiddle = (frame: HTMLElement): Point => ({
  x: (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth,
  y: (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight,
})

/** Scrolls a frame until a point of the document is in its middle. */
function scrollToMiddle(frame: HTMLElement, { x, y }: Point): void {
  frame.scrollLeft = x * frame.scrollWidth - frame.clientWidth / 2
  frame.scrollTop = y * frame.scrollHeight - frame.clientHeight / 2
}
