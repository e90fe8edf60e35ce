import { useEffect } from 'react'
import { isLetterKey } from '../keys/letter-keys.ts'

const ROW = '[data-row-action]'

/** The row next to the one that is open or has the focus; the first one when there is none. */
function findNextRow(step: 1 | -1): { row: HTMLElement | undefined; open: boolean } {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)]
  const open = rows.findIndex((row) => row.getAttribute('aria-expanded') === 'true')
  const focused = rows.indexOf(document.activeElement as HTMLElement)
  const at = open >= 0 ? open : focused
  return { row: at < 0 ? rows[0] : rows[at + step], open: open >= 0 }
}

/**
 * J and K walk down and up the pressable rows of the page's table; Enter opens the row, being a
 * button. While a row is open they open the one beside it. Letters that are typed into a field stay
 * letters, and so does everything while another control has the focus, save a row or what an open
 * row shows.
 */
export function useRowKeys(enabled = true) {
  useEffect(() => {
    if (!enabled) return

    const handleKey = (event: KeyboardEvent) => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : undefined
      if (!step || !isLetterKey(event)) return

      const { row, open } = findNextRow(step)
      if (!row) return

      event.preventDefault()
      if (open) row.click()
      else row.focus()
    }

    document.addEventListener('keydown', handleKey)

    return () => document.removeEventListener('keydown', handleKey)
  }, [enabled])
}
