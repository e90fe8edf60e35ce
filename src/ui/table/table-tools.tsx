import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Icon } from '../icon.tsx'
import { downloadSimple, magnifyingGlass } from '../icons.ts'
import styles from './data-table.module.css'

const PAUSE_MS = 200

type Props = {
  /** Undefined: no search. */
  search: string | undefined
  onSearch: (search: string) => void
  onExport: (() => void) | undefined
  children: ReactNode
}

/** Renders search, filters and export above a table. */
export function TableTools({ search, onSearch, onExport, children }: Props) {
  return (
    <div className={styles.tools}>
      {search !== undefined && <SearchBox value={search} onSearch={onSearch} />}
      {children}
      {onExport && (
        <Button size="sm" icon={downloadSimple} onClick={onExport} className={styles.export}>
          Export CSV
        </Button>
      )}
    </div>
  )
}

/**
 * Shows every letter at once and searches after a short pause, since the search may be in the
 * address. It searches at once on blur, so that the pause can't end in the middle of a press on a
 * link.
 */
function SearchBox({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = useEffectEvent(onSearch)

  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    timer.current = setTimeout(() => search(typed), PAUSE_MS)
    return () => clearTimeout(timer.current)
  }, [typed, value])

  const leave = () => {
    clearTimeout(timer.current)
    if (typed !== value) onSearch(typed)
  }

  return (
    <label className={styles.search}>
      <Icon glyph={magnifyingGlass} />
      <span className="visually-hidden">Search this list</span>
      <input
        type="search"
        value={typed}
        placeholder="Search"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
      />
    </label>
  )
}
