const MOTION = '(prefers-reduced-motion: reduce)'

const isSavingData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Plays each film while it is visible: never with reduced motion, and with data saving only after
 * Play is pressed.
 */
export function enhanceFilms(root: ParentNode): () => void {
  const ends = [...root.querySelectorAll<HTMLVideoElement>('[data-film]')].map(enhanceFilm)
  return () => {
    for (const end of ends) end()
  }
}

function enhanceFilm(film: HTMLVideoElement): () => void {
  const less = matchMedia(MOTION)
  let isVisible = false
  const settle = () => {
    if (isVisible && !less.matches && !film.hasAttribute('data-paused')) film.play().catch(() => {})
    else film.pause()
  }

  const sight = new IntersectionObserver(([entry]) => {
    isVisible = entry?.isIntersecting ?? false
    settle()
  })
  const presses = new MutationObserver(settle)

  film.muted = true
  if (isSavingData()) film.setAttribute('data-paused', '')
  sight.observe(film)
  presses.observe(film, { attributeFilter: ['data-paused'] })
  less.addEventListener('change', settle)

  return () => {
    sight.disconnect()
    presses.disconnect()
    less.removeEventListener('change', settle)
    film.pause()
  }
}
