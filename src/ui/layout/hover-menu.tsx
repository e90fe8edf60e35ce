import { useId } from 'react'
import { NavLink } from 'react-router'
import { Icon } from '../icon.tsx'
import { caretDown } from '../icons.ts'
import styles from './hover-menu.module.css'

type Props = {
  label: string
  items: readonly { label: string; to: string; hint?: string | undefined }[]
}

/**
 * Renders a list of links that opens on hover, on focus and on a key; the stylesheet opens it,
 * `enhance/frame.ts` closes it on Escape.
 */
export function HoverMenu({ label, items }: Props) {
  const id = useId()
  return (
    <div className={styles.menu} data-menu="">
      <button type="button" aria-expanded={false} aria-controls={id}>
        {label}
        <Icon glyph={caretDown} />
      </button>
      <ul id={id} className={styles.panel}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to}>
              <b>{item.label}</b>
              {item.hint && <span>{item.hint}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
