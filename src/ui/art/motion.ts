const FRAME_MS = 1000 / 24
/** Animation time at the start, so that the motion is well under way. */
const START_MS = 14_000
/** Number of consecutive slow frames after which the motion stops and the picture remains. */
const SLOW_FRAMES = 2
const SLOW_MS = FRAME_MS * 2.5
const COSTLY_MS = FRAME_MS / 3
/** The longest wait for an idle moment before the motion starts. */
const BUSY_MS = 3_000

/**
 * Creates a loop that calls back 24 times a second with the time in seconds, and stops when the
 * device is too slow.
 */
export function createMotion(show: (seconds: number | null) => void) {
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
