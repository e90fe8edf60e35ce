import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './palette.module.css'

export type PaletteItem = {
  id: string
  label: string
  note?: ReactNode
  icon: string
  onChoose: () => void
}

export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

type GroupsProps = {
  id: string
  groups: readonly PaletteGroup[]
  selectedItem: PaletteItem | undefined
}

/** Renders the items found, by group. */
export const GroupedOptions = ({ id, groups, selectedItem }: GroupsProps) =>
  groups
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
      <div key={title} role="group" aria-label={title}>
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        {items.map((item) => (
          <PaletteOption
            key={item.id}
            id={`${id}-${item.id}`}
            item={item}
            selected={item === selectedItem}
          />
        ))}
      </div>
    ))

const PaletteOption = ({
  id,
  item,
  selected,
}: {
  id: string
  item: PaletteItem
  selected: boolean
}) => (
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
