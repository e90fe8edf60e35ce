import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { ButtonLink } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { Icon } from '../icon.tsx'
import { caretDown, list } from '../icons.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { HoverMenu } from './hover-menu.tsx'
import styles from './site-bar.module.css'
import { SlideOver } from './slide-over.tsx'
import { Wordmark } from './wordmark.tsx'

/** From this width on the links stand in the bar; at 650 px and below they slide in. */
const BAR_AT = 651
const SOLID_AFTER_PX = 50

export type SiteLink = { label: string; to: string; hint?: string | undefined }
export type SiteItem = SiteLink | { label: string; items: readonly SiteLink[] }

export type SiteBarProps = {
  brand: { name: string; to?: string }
  links: readonly SiteItem[]
  /** At the end of the bar: a quiet link and the one filled button. */
  signIn: SiteLink
  join?: SiteLink | undefined
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(scrollY > SOLID_AFTER_PX)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return scrolled
}

/** The top bar of public pages: transparent at the top, solid after 50 px of scroll. */
export function SiteBar({ brand, links, signIn, join }: SiteBarProps) {
  const scrolled = useScrolled()
  return (
    <header className={styles.bar} data-solid={scrolled || undefined}>
      <div className={styles.wrap}>
        <Wordmark {...brand} size="lg" />
        <nav className={styles.links} aria-label="Main">
          <ul>
            {links.map((item) => (
              <li key={item.label}>
                {'items' in item ? <HoverMenu {...item} /> : <NavLink to={item.to}>{item.label}</NavLink>}
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

function SideMenu({ brand, links, signIn, join }: SiteBarProps) {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const ends = join ? [signIn, join] : [signIn]
  return (
    <>
      <IconButton
        glyph={list}
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={styles.burger}
        onClick={() => setOpen(true)}
      />
      <SlideOver open={open} onClose={close} label="Menu" closeAt={BAR_AT}>
        <Wordmark {...brand} className={styles.sheetBrand} />
        <nav aria-label="Main" className={styles.sheet}>
          <ul>
            {[...links, ...ends].map((item) => (
              <li key={item.label}>{'items' in item ? <SheetGroup {...item} /> : <SheetLink {...item} />}</li>
            ))}
          </ul>
        </nav>
      </SlideOver>
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
