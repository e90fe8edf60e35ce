import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import icon from '../actions/icon-button.module.css'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { caretDown, list, x } from '../icons.ts'
import styles from './site-bar.module.css'
import type { SiteBarProps, SiteLink } from './site-links.ts'
import over from './slide-over.module.css'
import { Wordmark } from './wordmark.tsx'

/** Renders a menu that the browser itself opens, closes and puts on top, without a script. */
export function SideMenu({ brand, links, signIn, join }: SiteBarProps) {
  const id = useId()
  const ends = join ? [signIn, join] : [signIn]

  return (
    <>
      <button
        type="button"
        className={joinClasses(icon.button, styles.burger)}
        aria-label="Open menu"
        title="Open menu"
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        <Icon glyph={list} />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Menu"
        className={joinClasses(over.sheet, styles.side)}
      >
        <div className={over.inner}>
          <button
            type="button"
            className={joinClasses(icon.button, over.close)}
            aria-label="Close menu"
            title="Close menu"
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            <Icon glyph={x} />
          </button>
          <Wordmark {...brand} className={styles.sheetBrand} />
          <nav aria-label="Main" className={styles.sheet}>
            <ul>
              {[...links, ...ends].map((item) => (
                <li key={item.label}>
                  {'items' in item ? <SheetGroup {...item} /> : <SheetLink {...item} />}
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </>
  )
}

const SheetLink = ({ to, label }: SiteLink): ReactNode => <Link to={to}>{label}</Link>

function SheetGroup({ label, items }: { label: string; items: readonly SiteLink[] }) {
  return (
    <details>
      <summary>
        {label}
        <Icon glyph={caretDown} />
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <SheetLink {...item} />
          </li>
        ))}
      </ul>
    </details>
  )
}
