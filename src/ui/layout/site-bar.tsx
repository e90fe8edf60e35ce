import { NavLink } from 'react-router'
import { ButtonLink } from '../actions/button.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { HoverMenu } from './hover-menu.tsx'
import styles from './site-bar.module.css'
import type { SiteBarProps } from './site-links.ts'
import { SideMenu } from './site-side-menu.tsx'
import { Wordmark } from './wordmark.tsx'

/**
 * Renders the top bar of public pages: transparent at the top, solid after 50 px of scroll
 * (`enhance/frame.ts`). At 650 px and below its links slide in.
 */
export function SiteBar({ brand, links, signIn, join, plain }: SiteBarProps) {
  return (
    <header className={styles.bar} data-bar="" data-solid={plain ? '' : undefined}>
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
          {!plain && <ThemeSwitch className={styles.theme} />}
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
