import { turnTheme } from '../theme/turn-theme.ts'
import { enhanceDrawings } from './drawings.ts'
import { enhanceFilms } from './films.ts'
import { enhanceForms } from './forms.ts'
import { enhanceBar, enhanceMenus } from './frame.ts'
import { enhanceRings } from './ring.ts'
import { enhancePauseButtons, enhanceSlides } from './slides.ts'
import { enhanceCountdowns, enhanceEntrances, enhanceFrames } from './small.ts'

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
  enhanceDrawings,
]

/**
 * Enhances a server-rendered page: bar, menus, slides, drawings, clocks and forms, all of which
 * work without it. Pass `alone` on pages without React: React has its own theme switch and forms,
 * and pages it navigates to embed no frames of other sites. Returns a function that undoes it.
 */
export function enhancePage(root: ParentNode, { alone }: { alone: boolean }): () => void {
  const parts = alone ? [...PARTS, enhanceTheme, enhanceFrames] : PARTS
  const ends = [...parts.map((part) => part(root)), enhanceForms(root, alone)]

  return () => {
    for (const end of ends) end()
  }
}
