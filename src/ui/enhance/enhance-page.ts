import { turnTheme } from '../theme/turn-theme.ts'
import { enhanceDrawings } from './drawings.ts'
import { enhanceFilms } from './films.ts'
import { enhanceBar, enhanceMenus } from './frame.ts'
import { enhanceRings } from './ring.ts'
import { enhancePauseButtons, enhanceSlides } from './slides.ts'
import {
  enhanceCountdowns,
  enhanceEntrances,
  enhanceErrorSummary,
  enhanceForms,
  enhanceFrames,
} from './small.ts'

function enhanceTheme(root: ParentNode): () => void {
  const ends = new AbortController()
  for (const button of root.querySelectorAll('[data-theme-switch]'))
    button.addEventListener('click', turnTheme, { signal: ends.signal })
  return () => ends.abort()
}

const PARTS = [
  enhanceBar,
  enhanceMenus,
  enhanceSlides,
  enhanceFilms,
  enhancePauseButtons,
  enhanceRings,
  enhanceCountdowns,
  enhanceEntrances,
  enhanceForms,
  enhanceDrawings,
]

/**
 * Brings a page that the server drew to life: bar, menus, slides, drawings, clocks and forms, all
 * of which can be read and used without it. `alone` where nothing else runs on the page: React has
 * its own theme switch and its own forms, and a page that it came to by itself may show no frame of
 * another site. Answers what puts it to sleep.
 */
export function enhancePage(root: ParentNode, { alone }: { alone: boolean }): () => void {
  const ends = (alone ? [...PARTS, enhanceTheme, enhanceFrames, enhanceErrorSummary] : PARTS).map(
    (part) => part(root),
  )
  return () => {
    for (const end of ends) end()
  }
}
