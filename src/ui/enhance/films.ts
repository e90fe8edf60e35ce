const MOTION = '(prefers-reduced-motion: reduce)'

const isSavingData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Plays each film while it can be seen: never for people who prefer less motion, and for those who
 * save data once they press Play.
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
