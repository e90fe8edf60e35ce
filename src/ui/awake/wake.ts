import { turnTheme } from '../theme/turn-theme.ts'
import { wakeDrawings } from './drawings.ts'
import { wakeFilms } from './films.ts'
import { wakeBar, wakeMenus } from './frame.ts'
import { wakeRings } from './ring.ts'
import { wakePauses, wakeSlides } from './slides.ts'
import { wakeCountdowns, wakeEntrances, wakeForms, wakeFrames, wakeRefusals } from './small.ts'

function wakeTheme(root: ParentNode): () => void {
  const ends = new AbortController()
  for (const button of root.querySelectorAll('[data-theme-switch]'))
    button.addEventListener('click', turnTheme, { signal: ends.signal })
  return () => ends.abort()
}

const PARTS = [
  ...[wakeBar, wakeMenus, wakeSlides, wakeFilms, wakePauses, wakeRings],
  ...[wakeCountdowns, wakeEntrances, wakeForms, wakeDrawings],
]

/**
 * Brings a page that the server drew to life: bar, menus, slides, drawings, clocks and forms, all
 * of which can be read and used without it. `alone` where nothing else runs on the page: React has
 * its own theme switch and its own forms, and a page that it came to by itself may show no frame of
 * another site. Answers what puts it to sleep.
 */
export function wake(root: ParentNode, { alone }: { alone: boolean }): () => void {
  const ends = (alone ? [...PARTS, wakeTheme, wakeFrames, wakeRefusals] : PARTS).map((part) =>
    part(root),
  )
  return () => {
    for (const end of ends) end()
  }
}
