import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
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

/** Above a table: search, filters, export. */
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

/** Shows every letter at once and searches after a short pause, since the address may hold the search. */
function SearchBox({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const search = useEffectEvent(onSearch)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => search(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <label className={styles.search}>
      <Icon glyph={magnifyingGlass} />
      <span className="visually-hidden">Search this list</span>
      <input
        type="search"
        value={typed}
        placeholder="Search this list"
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}
