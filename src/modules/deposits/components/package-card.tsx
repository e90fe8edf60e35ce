import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import styles from './package-card.module.css'

type Props = { to: string; title: string; glyph: string; children: string }

/** The way to one family of plans. */
export function PackageCard({ to, title, glyph, children }: Props) {
  return (
    <article className={styles.card}>
      <Icon glyph={glyph} />
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      <p>{children}</p>
    </article>
  )
}
