import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { magnifyingGlass } from '../icons.ts'
import styles from './palette.module.css'
import { GroupedOptions, type PaletteGroup } from './palette-groups.tsx'

export type PaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The searchable items: placeholder of the field and its accessible name. */
  placeholder: string
  typed: string
  onType: (typed: string) => void
  groups: readonly PaletteGroup[]
  /** True while a search is running. */
  searching: boolean
  /** Shown when nothing was found. */
  empty: string
}

/** Renders the search field and the items found; arrows select, Enter opens. */
export function PaletteFinder({
  placeholder,
  typed,
  onType,
  groups,
  searching,
  empty,
}: Omit<PaletteProps, 'open' | 'onOpenChange'>) {
  const id = useId()
  const items = groups.flatMap((group) => group.items)
  const [selectedIndex, setSelectedIndex] = useState(0)
  const at = Math.min(selectedIndex, Math.max(0, items.length - 1))
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is brought into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && items.length > 0) setSelectedIndex((at + step + items.length) % items.length)
    else if (event.key === 'Enter') items[at]?.onChoose()
    else return
    event.preventDefault()
  }

  return (
    <>
      <label className={styles.box}>
        <Icon glyph={magnifyingGlass} />
        <input
          type="text"
          role="combobox"
          aria-label={placeholder}
          aria-expanded={items.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={items[at] && `${id}-${items[at].id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => {
            onType(event.target.value)
            setSelectedIndex(0)
          }}
          onKeyDown={handleKeyDown}
        />
        <kbd>Esc</kbd>
      </label>
      <div id={id} role="listbox" aria-label="Results" className={styles.list} ref={list}>
        <GroupedOptions id={id} groups={groups} selectedItem={items[at]} />
      </div>
      <p
        role="status"
        className={joinClasses(styles.status, items.length > 0 && 'visually-hidden')}
      >
        {items.length > 0 ? `${items.length} found` : searching ? 'Searching…' : empty}
      </p>
    </>
  )
}
