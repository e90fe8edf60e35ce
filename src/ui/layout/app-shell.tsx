import { type ReactNode, useCallback, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { joinClasses } from '../classes.ts'
import { list } from '../icons.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import styles from './app-shell.module.css'
import { SideContent, type SideContentProps } from './side-content.tsx'
import { SkipLink } from './skip-link.tsx'
import { SlideOver } from './slide-over.tsx'
import { MarkStrip } from './strips.tsx'
import { Wordmark } from './wordmark.tsx'

type AppShellProps = SideContentProps & {
  /** The sandbox mark: 'Sandbox: all money here is simulated'. */
  mark?: ReactNode
  topStart?: ReactNode
  topEnd?: ReactNode
  /** Below the top bar, from edge to edge. */
  ticker?: ReactNode
  /** The content has its own padding and uses the full width. */
  flush?: boolean | undefined
  children: ReactNode
}

/**
 * Window width in pixels at which an open slide-over closes; the sidebar shows from 650 px, the
 * deep one from here.
 */
const SIDEBAR_AT = 768

/**
 * Renders sidebar, top bar and content; below 650 px (deep: 768 px) a button opens the sidebar as a
 * slide-over.
 */
export function AppShell(props: AppShellProps) {
  const { brand, tone = 'paper', mark, ticker, flush, children } = props
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const deep = tone === 'deep'

  return (
    <>
      <SkipLink />
      {mark && <MarkStrip>{mark}</MarkStrip>}
      <div
        className={joinClasses(styles.shell, deep && styles.deep, Boolean(mark) && styles.marked)}
      >
        <aside className={styles.side} aria-label="Sidebar">
          <div className={styles.sticky}>
            <SideContent {...props} />
          </div>
        </aside>
        <SlideOver open={open} onClose={close} label="Menu" closeAt={SIDEBAR_AT} deep={deep}>
          <div className={joinClasses(styles.sheet, deep && styles.deep)}>
            <SideContent {...props} />
          </div>
        </SlideOver>
        <div className={styles.page}>
          <header className={styles.top}>
            <IconButton
              glyph={list}
              label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={open}
              className={styles.burger}
              onClick={() => setOpen(true)}
            />
            <Wordmark {...brand} className={styles.topBrand} />
            <TopBar {...props} />
          </header>
          {ticker}
          <main id="main" tabIndex={-1} className={joinClasses(styles.main, flush && styles.flush)}>
            {children}
          </main>
        </div>
      </div>
    </>
  )
}

function TopBar({ topStart, topEnd, user }: AppShellProps) {
  return (
    <>
      {topStart && <div className={styles.start}>{topStart}</div>}
      <div className={styles.end}>
        {topEnd}
        <ThemeSwitch />
        {user && <span className={styles.short}>{user.short}</span>}
      </div>
    </>
  )
}
