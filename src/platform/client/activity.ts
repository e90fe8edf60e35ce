const IDLE_AFTER_MS = 60_000

let lastInput = 0

const recordInput = () => {
  lastInput = performance.now()
}

if (typeof document !== 'undefined')
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(kind, recordInput, { capture: true, passive: true })

/**
 * Whether nobody has touched this page for a minute: what it reads by itself then doesn't keep a
 * session alive.
 */
export const isUntouched = () => performance.now() - lastInput > IDLE_AFTER_MS
