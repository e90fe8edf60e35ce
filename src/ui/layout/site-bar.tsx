import { type ReactNode, useId } from 'react'
import { Link, NavLink } from 'react-router'
import { ButtonLink } from '../actions/button.tsx'
import icon from '../actions/icon-button.module.css'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { caretDown, list, x } from '../icons.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { HoverMenu } from './hover-menu.tsx'
import styles from './site-bar.module.css'
import over from './slide-over.module.css'
import { Wordmark } from './wordmark.tsx'

export type SiteLink = { label: string; to: string; hint?: string | undefined }
export type SiteItem = SiteLink | { label: string; items: readonly SiteLink[] }

export type SiteBarProps = {
  brand: { name: string; to?: string }
  links: readonly SiteItem[]
  /** At the end of the bar: a quiet link and the only filled button. */
  signIn: SiteLink
  join?: SiteLink | undefined
}

/**
 * Renders the top bar of public pages: transparent at the top, solid after 50 px of scroll
 * (`enhance/frame.ts`). At 650 px and below its links slide in.
 */
export function SiteBar({ brand, links, signIn, join }: SiteBarProps) {
  return (
    <header className={styles.bar} data-bar="">
      <div className={styles.wrap}>
        <Wordmark {...brand} size="lg" />
        <nav className={styles.links} aria-label="Main">
          <ul>
            {links.map((item) => (
              <li key={item.label}>
                {'items' in item ? (
                  <HoverMenu {...item} />
                ) : (
                  <NavLink to={item.to}>{item.label}</NavLink>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.end}>
          <ThemeSwitch className={styles.theme} />
          <ButtonLink to={signIn.to} variant="ghost" size="sm" className={styles.signIn}>
            {signIn.label}
          </ButtonLink>
          {join && (
            <ButtonLink to={join.to} variant="primary" size="sm" className={styles.join}>
              {join.label}
            </ButtonLink>
          )}
          <SideMenu {...{ brand, links, signIn, join }} />
        </div>
      </div>
    </header>
  )
}

/** Renders a menu that the browser itself opens, closes and puts on top, without a script. */
function SideMenu({ brand, links, signIn, join }: SiteBarProps) {
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
