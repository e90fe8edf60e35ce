import { timeLeft } from '../figures/time-left.ts'

/** Counts down to a fixed moment; a wrong device clock has no effect. */
export function enhanceCountdowns(root: ParentNode): () => void {
  const start = performance.now()
  const clocks = [...root.querySelectorAll<HTMLElement>('[data-left-ms]')]
  const tick = () => {
    for (const clock of clocks) {
      const left = Number(clock.dataset.leftMs) - (performance.now() - start)
      clock.textContent = left > 0 ? timeLeft(left) : (clock.dataset.over ?? '')
    }
  }

  if (clocks.length === 0) return () => {}

  tick()

  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

/** Loads a frame of another site only after its button is pressed. */
export function enhanceFrames(root: ParentNode): () => void {
  const ends = new AbortController()
  for (const button of root.querySelectorAll<HTMLElement>('[data-frame]')) {
    const open = () => {
      const frame = document.createElement('iframe')
      frame.src = button.dataset.frame ?? ''
      frame.title = button.dataset.frameTitle ?? ''
      frame.referrerPolicy = 'no-referrer'
      button.parentElement?.replaceChildren(frame)
      frame.focus()
    }

    button.hidden = false
    button.addEventListener('click', open, { signal: ends.signal })
  }

  return () => ends.abort()
}

/**
 * Animates elements when they are scrolled into view; they are hidden only while this script runs.
 */
export function enhanceEntrances(root: ParentNode): () => void {
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      target.setAttribute('data-enter', isIntersecting ? 'now' : 'later')
      if (isIntersecting) sight.unobserve(target)
    }
  })

  for (const element of root.querySelectorAll('[data-enter]')) sight.observe(element)

  return () => sight.disconnect()
}
