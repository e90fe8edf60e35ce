import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../actions/button.tsx'
import styles from './site-footer.module.css'
import type { SiteLink } from './site-links.ts'
import { Wordmark } from './wordmark.tsx'

export type SiteFooterProps = {
  brand: { name: string; to?: string }
  /** The banner above the footer: 'Need help?' and 'Contact us'. */
  help: { text: string; link: SiteLink }
  tagline?: ReactNode
  columns: readonly { title: string; links: readonly SiteLink[] }[]
  /** The full risk warning. */
  warning: ReactNode
  /** The firm's name, its licence or the lack of one, the year. */
  legal: ReactNode
}

/** Renders the help banner and the footer below every public page. */
export function SiteFooter({ brand, help, tagline, columns, warning, legal }: SiteFooterProps) {
  return (
    <>
      <aside className={styles.help} aria-label={help.text}>
        <div className={styles.wrap}>
          <p>{help.text}</p>
          <ButtonLink to={help.link.to}>{help.link.label}</ButtonLink>
        </div>
      </aside>
      <footer className={styles.footer}>
        <div className={styles.wrap}>
          <div className={styles.columns}>
            <div>
              <Wordmark {...brand} className={styles.brand} />
              {tagline && <p>{tagline}</p>}
            </div>
            {columns.map((column) => (
              <nav key={column.title} aria-label={column.title}>
                <h2>{column.title}</h2>
                <ul>
                  {column.links.map((link) => (
                    <li key={link.to}>
                      <Link to={link.to}>{link.label}</Link>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
          <div className={styles.legal}>
            <div>{warning}</div>
            <div>{legal}</div>
          </div>
        </div>
      </footer>
    </>
  )
}
