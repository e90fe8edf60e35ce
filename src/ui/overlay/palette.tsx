import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { magnifyingGlass } from '../icons.ts'
import dialog from './dialog-box.module.css'
import styles from './palette.module.css'

export type PaletteItem = {
  id: string
  label: string
  note?: ReactNode
  icon: string
  onChoose: () => void
}
export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The searchable items: placeholder of the field and its accessible name. */
  placeholder: string
  typed: string
  onType: (typed: string) => void
  groups: readonly PaletteGroup[]
  /** Whether a search is running. */
  searching: boolean
  /** Shown when nothing was found. */
  empty: string
}

/**
 * Finds and opens items by keyboard: Ctrl K opens it anywhere, arrows select, Enter opens, Escape
 * closes.
 */
export function Palette({ open, onOpenChange, ...props }: Props) {
  useEffect(() => {
    const handleShortcut = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey)
        return
      event.preventDefault()
      onOpenChange(true)
    }

    document.addEventListener('keydown', handleShortcut)

    return () => document.removeEventListener('keydown', handleShortcut)
  }, [onOpenChange])

  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Popup className={joinClasses(dialog.popup, styles.popup)}>
          <Base.Title className="visually-hidden">{props.placeholder}</Base.Title>
          <Finder {...props} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Finder({
  placeholder,
  typed,
  onType,
  groups,
  searching,
  empty,
}: Omit<Props, 'open' | 'onOpenChange'>) {
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
      <div id={id} role="listbox" aria-label="Found" className={styles.list} ref={list}>
        <Groups id={id} groups={groups} selectedItem={items[at]} />
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

type GroupsProps = {
  id: string
  groups: readonly PaletteGroup[]
  selectedItem: PaletteItem | undefined
}

const Groups = ({ id, groups, selectedItem }: GroupsProps) =>
  groups
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
      <div key={title} role="group" aria-label={title}>
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        {items.map((item) => (
          <Option
            key={item.id}
            id={`${id}-${item.id}`}
            item={item}
            selected={item === selectedItem}
          />
        ))}
      </div>
    ))

const Option = ({ id, item, selected }: { id: string; item: PaletteItem; selected: boolean }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
  // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the search box
  <div
    id={id}
    role="option"
    aria-selected={selected}
    className={styles.option}
    onClick={item.onChoose}
  >
    <Icon glyph={item.icon} />
    <span className={styles.label}>{item.label}</span>
    {item.note && <span className={styles.note}>{item.note}</span>}
  </div>
)

/** Renders a button that opens the palette, with its shortcut. */
export const PaletteButton = ({ label, onOpen }: { label: string; onOpen: () => void }) => (
  <button type="button" className={styles.button} aria-keyshortcuts="Control+K" onClick={onOpen}>
    <Icon glyph={magnifyingGlass} />
    <span className={styles.buttonLabel}>{label}</span>
    <kbd>Ctrl K</kbd>
  </button>
)
