import { readInks, type Scene, type SceneCanvas } from './scene-canvas.ts'

const FRAME_MS = 1000 / 24
/** Animation time at the start, so that the motion is well under way. */
const START_MS = 14_000
/** Number of consecutive slow frames after which the motion stops and the picture remains. */
const SLOW_FRAMES = 2
const SLOW_MS = FRAME_MS * 2.5
const COSTLY_MS = FRAME_MS / 3
/** A device that needs longer than this for the picture alone gets no motion. */
const PICTURE_MS = 40
/** The longest wait for an idle moment before the motion starts. */
const BUSY_MS = 3_000

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
 * Creates a loop that calls back 24 times a second with the time in seconds, and stops when the
 * device is too slow.
 */
function createMotion(show: (seconds: number | null) => void) {
  let frame = 0
  let cancelStart = () => {}
  let last = 0
  let slow = 0
  let elapsed = START_MS
  const tick = (now: number) => {
    const passed = now - last
    if (passed >= FRAME_MS) {
      elapsed += Math.min(passed, 1000)
      last = now
      const began = performance.now()
      show(elapsed / 1000)
      slow = passed > SLOW_MS || performance.now() - began > COSTLY_MS ? slow + 1 : 0
    }

    if (slow <= SLOW_FRAMES) frame = requestAnimationFrame(tick)
  }

  const stop = () => {
    cancelStart()
    cancelAnimationFrame(frame)
  }

  const start = () => {
    stop()
    cancelStart = runWhenIdle(() => {
      last = performance.now()
      frame = requestAnimationFrame(tick)
    })
  }

  return { start, stop, drawOnce: (isFinal: boolean) => show(isFinal ? null : elapsed / 1000) }
}

/** Calls back when the page is idle. Returns a function that cancels. */
function runWhenIdle(begin: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, BUSY_MS / 3)
    return () => clearTimeout(timer)
  }

  const idleRequest = requestIdleCallback(begin, { timeout: BUSY_MS })
  return () => cancelIdleCallback(idleRequest)
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
