import { Link } from 'react-router'
import { classes } from '../classes.ts'
import styles from './wordmark.module.css'

type Props = { name: string; to?: string | undefined; className?: string | undefined; size?: 'md' | 'lg' }

/** The operator's name over the accountant's double rule. Any name works. */
export function Wordmark({ name, to = '/', className, size = 'md' }: Props) {
  return (
    <Link to={to} className={classes(styles.brand, size === 'lg' && styles.large, className)}>
      {name}
    </Link>
  )
}

/** The round mark for small places: a disc, a hairline ring and two bars. */
export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <circle cx="16" cy="16" r="16" fill="var(--action)" />
      <circle cx="16" cy="16" r="12.6" fill="none" stroke="var(--on-action)" />
      <path fill="var(--on-action)" d="M9.5 11.6h13v3h-13zM9.5 17.4h13v3h-13z" />
    </svg>
  )
}
