import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import { HashRosette } from '../figures/hash-rosette.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import styles from './auth-frame.module.css'
import { SkipLink } from './skip-link.tsx'
import { MarkStrip } from './strips.tsx'
import { Wordmark } from './wordmark.tsx'

type Props = {
  brand: { name: string; to?: string }
  mark?: ReactNode
  /** Top right of the left half: the link to the other form. */
  aside?: ReactNode
  title: ReactNode
  lead?: ReactNode
  /** The 64 hex digits of the rosette on the right. */
  chainHash: string
  /** Text on the right half. */
  poster: { title: ReactNode; text?: ReactNode; link?: ReactNode }
  children: ReactNode
}

/** Renders the form on the left and the rosette on the right; only the form on phones. */
export function AuthFrame({ brand, mark, aside, title, lead, chainHash, poster, children }: Props) {
  return (
    <>
      <SkipLink />
      {mark && <MarkStrip>{mark}</MarkStrip>}
      <div className={joinClasses(styles.halves, Boolean(mark) && styles.marked)}>
        <div className={styles.left}>
          <header className={styles.top}>
            <Wordmark {...brand} />
            <div>
              {aside}
              <ThemeSwitch />
            </div>
          </header>
          <main id="main" tabIndex={-1} className={styles.main}>
            <h1>{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
            {children}
          </main>
        </div>
        <aside className={styles.right}>
          <HashRosette hash={chainHash} density={1.35} stroke={0.32} className={styles.rosette} />
          <div>
            <h2>{poster.title}</h2>
            {poster.text && <p>{poster.text}</p>}
            {poster.link && <p className={styles.link}>{poster.link}</p>}
          </div>
        </aside>
      </div>
    </>
  )
}
