const IDLE_AFTER_MS = 60_000

let lastInput = 0

const recordInput = () => {
  lastInput = performance.now()
}

if (typeof document !== 'undefined')
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(kind, recordInput, { capture: true, passive: true })

/**
 * Returns whether the page had no input for a minute: its automatic reads then don't extend the
 * session.
 */
export const isUntouched = () => performance.now() - lastInput > IDLE_AFTER_MS
