import { useEffect, useRef } from 'react'
import { book } from './book.ts'
import { type Pen, readInks, type Scene } from './pen.ts'

const SCENES = { book } satisfies Record<string, Scene>
const FRAME_MS = 1000 / 30
/** Where the drawing starts and what it shows while nothing moves: well under way. */
const START_SECONDS = 14

type Props = { scene: keyof typeof SCENES; paused: boolean; className?: string | undefined }

/** Fine-line art on a canvas, drawn only while it can be seen. One still frame for those who prefer less motion. */
export function Engraving({ scene, paused, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const seconds = useRef(START_SECONDS)
  useEffect(() => {
    if (!canvas.current) return
    return play(canvas.current, SCENES[scene], paused, seconds)
  }, [scene, paused])
  return <canvas ref={canvas} className={className} />
}

/** Draws until the returned function is called. */
function play(canvas: HTMLCanvasElement, scene: Scene, paused: boolean, seconds: { current: number }) {
  const ctx = canvas.getContext('2d')
  if (!ctx) return () => undefined
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  let inks = readInks()
  let seen = false
  let frame = 0
  let last = 0
  const draw = () => scene(penOn(canvas, ctx, inks, still), seconds.current)
  const loop = (now: number) => {
    frame = requestAnimationFrame(loop)
    if (now - last < FRAME_MS) return
    if (last && now - last < 1000) seconds.current += (now - last) / 1000
    last = now
    draw()
  }
  const decide = () => {
    cancelAnimationFrame(frame)
    last = 0
    if (seen && !still && !paused) frame = requestAnimationFrame(loop)
    else draw()
  }
  const recolour = () => {
    inks = readInks()
    draw()
  }
  const size = new ResizeObserver(draw)
  size.observe(canvas)
  const sight = new IntersectionObserver(([entry]) => {
    seen = entry?.isIntersecting ?? false
    decide()
  })
  sight.observe(canvas)
  const theme = new MutationObserver(recolour)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', recolour)
  return () => {
    cancelAnimationFrame(frame)
    size.disconnect()
    sight.disconnect()
    theme.disconnect()
    system.removeEventListener('change', recolour)
  }
}

/** A clean canvas of the right size for this screen, at most two pixels a point. */
function penOn(
  canvas: HTMLCanvasElement,
  ctx: CanvasRenderingContext2D,
  inks: Pen['inks'],
  still: boolean,
): Pen {
  const ratio = Math.min(2, devicePixelRatio || 1)
  const { clientWidth: width, clientHeight: height } = canvas
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  ctx.clearRect(0, 0, width, height)
  ctx.lineJoin = 'round'
  ctx.lineCap = 'round'
  return { ctx, width, height, inks, still }
}
