import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  glyph: string
  /** What it does, for those who don't see the icon. */
  label: string
  /** 44 px and a border, for paging through large things. */
  outlined?: boolean | undefined
}

/**
 * A button without words: only for theme, close, paging and the like, whose icon everyone knows.
 */
export function IconButton({ glyph, label, outlined, className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(styles.button, outlined && styles.outlined, className)}
      aria-label={label}
      title={label}
    >
      <Icon glyph={glyph} />
    </button>
  )
}

/** The same look for a place to go to. */
export const IconLink = ({ to, glyph, label }: { to: string; glyph: string; label: string }) => (
  <Link to={to} className={styles.button} aria-label={label} title={label}>
    <Icon glyph={glyph} />
  </Link>
)
