import styles from './app-shell.module.css'
import { type NavGroup, SideNav } from './side-nav.tsx'
import { Wordmark } from './wordmark.tsx'

export type SideContentProps = {
  brand: { name: string; to?: string }
  /** The accessible name of the navigation. */
  navLabel: string
  nav: readonly NavGroup[]
  /**
   * `deep` is the dark green sidebar, which distinguishes the back office from the member's pages.
   */
  tone?: 'paper' | 'deep'
  /** Below the name in the sidebar, such as 'Back office'. */
  place?: string | undefined
  /** The signed-in person: the top bar shows `short`, the foot of the sidebar the rest. */
  user?: { short: string; name: string; note?: string | undefined } | undefined
}

/** Renders what the sidebar and the slide-over show: the brand, the navigation and the person. */
export function SideContent({ brand, nav, navLabel, tone, place, user }: SideContentProps) {
  return (
    <>
      <Wordmark {...brand} className={styles.brand} />
      {place && <p className={styles.place}>{place}</p>}
      <SideNav groups={nav} label={navLabel} deep={tone === 'deep'} />
      {user && (
        <div className={styles.user}>
          <span className={styles.avatar} aria-hidden="true">
            {formatInitials(user.name)}
          </span>
          <div>
            <b>{user.name}</b>
            {user.note && <div>{user.note}</div>}
          </div>
        </div>
      )}
    </>
  )
}

const formatInitials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0])
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()
