import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { Icon } from '../icon.tsx'
import { caretDown } from '../icons.ts'
import styles from './hover-menu.module.css'

type Props = {
  label: string
  items: readonly { label: string; to: string; hint?: string | undefined }[]
}

/** A list of links that opens on hover, on focus and on a key, and closes on Escape, on leaving and on choosing. */
export function HoverMenu({ label, items }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLUListElement>(null)
  const id = useId()
  const left = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      button.current?.focus()
      setOpen(false)
    }
    if (event.key === 'ArrowDown' && event.target === button.current) {
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => panel.current?.querySelector('a')?.focus())
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is operated; this only notices leaving
    <div
      className={styles.menu}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={left}
      onKeyDown={key}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(true)}
      >
        {label}
        <Icon glyph={caretDown} />
      </button>
      <ul id={id} ref={panel} className={styles.panel} hidden={!open}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} onClick={() => setOpen(false)}>
              <b>{item.label}</b>
              {item.hint && <span>{item.hint}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
