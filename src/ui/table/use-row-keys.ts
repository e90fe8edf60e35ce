import { useEffect } from 'react'
import { isLetterKey } from '../keys/letter-keys.ts'

const ROW = '[data-row-action]'

/** Finds the row next to the open or focused one; the first row when there is none. */
function findNextRow(step: 1 | -1): { row: HTMLElement | undefined; open: boolean } {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)]
  const open = rows.findIndex((row) => row.getAttribute('aria-expanded') === 'true')
  const focused = rows.indexOf(document.activeElement as HTMLElement)
  const at = open >= 0 ? open : focused
  return { row: at < 0 ? rows[0] : rows[at + step], open: open >= 0 }
}

/**
 * Moves down and up the pressable rows with J and K; Enter opens the focused row. While a row is
 * open, J and K open its neighbour. Keys typed into a field have no effect.
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
