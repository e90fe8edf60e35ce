import { readInks, type Scene, type SceneCanvas } from './scene-canvas.ts'

const FRAME_MS = 1000 / 24
/** Where the motion starts: well under way. */
const START_MS = 14_000
/**
 * After more than so many frames in a row that came late or cost much, a device is too slow for
 * motion and keeps the picture.
 */
const SLOW_FRAMES = 2
const LATE_MS = FRAME_MS * 2.5
const COSTLY_MS = FRAME_MS / 3
/** What takes longer for the picture alone isn't asked for motion. */
const PICTURE_MS = 40
/** Motion waits until nothing more urgent is to be done, and no longer than this. */
const BUSY_MS = 3_000

type Layers = { still: HTMLCanvasElement; moving: HTMLCanvasElement }

/** Shows a scene until the returned function is called. */
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
 * Calls back 24 times a second with the time in seconds, and gives up where that is more than a
 * device can do.
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
      slow = passed > LATE_MS || performance.now() - began > COSTLY_MS ? slow + 1 : 0
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

/** Calls back once the page has come to rest; answers what forgets it. */
function runWhenIdle(begin: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, BUSY_MS / 3)
    return () => clearTimeout(timer)
  }

  const idleRequest = requestIdleCallback(begin, { timeout: BUSY_MS })
  return () => cancelIdleCallback(idleRequest)
}

/** Draws on a clean canvas of the right size for this screen, at most two pixels a point. */
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
