import { createMotion } from './motion.ts'
import { readInks, type Scene, type SceneCanvas } from './scene-canvas.ts'

/** A device that needs longer than this for the picture alone gets no motion. */
const PICTURE_MS = 40

type Layers = { still: HTMLCanvasElement; moving: HTMLCanvasElement }

/** Shows a scene. Returns a function that stops it. */
export function play(scene: Scene, layers: Layers, paused: boolean): () => void {
  let inks = readInks()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const motion = createMotion((seconds) =>
    draw(layers.moving, inks, (pen) => scene.moving(pen, seconds)),
  )
  let able = true
  const drawAll = () => {
    const began = performance.now()
    draw(layers.still, inks, scene.drawStatic)
    able = performance.now() - began < PICTURE_MS
    motion.drawOnce(still)
  }

  const recolour = () => {
    inks = readInks()
    drawAll()
  }
  const size = new ResizeObserver(drawAll)
  size.observe(layers.still)

  const sight = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting && able && !still && !paused) motion.start()
    else motion.stop()
  })
  sight.observe(layers.still)

  const theme = new MutationObserver(recolour)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })

  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', recolour)

  return () => {
    motion.stop()
    size.disconnect()
    sight.disconnect()
    theme.disconnect()
    system.removeEventListener('change', recolour)
  }
}

/**
 * Draws on a cleared canvas at the resolution of the screen, at most two device pixels per CSS
 * pixel.
 */
function draw(
  canvas: HTMLCanvasElement,
  inks: SceneCanvas['inks'],
  scene: (pen: SceneCanvas) => void,
) {
  const ctx = canvas.getContext('2d')
  if (!ctx) return

  const ratio = Math.min(2, devicePixelRatio || 1)
  const { clientWidth: width, clientHeight: height } = canvas
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]

  if (canvas.width !== w) canvas.width = w
  if (canvas.height !== h) canvas.height = h
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  ctx.clearRect(0, 0, width, height)
  ctx.lineJoin = 'round'
  ctx.lineCap = 'round'
  scene({ ctx, width, height, inks })
}
