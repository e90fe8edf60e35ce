import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  glyph: string
  /** The accessible name: what the button does. */
  label: string
  /** 44 px and a border, for paging through large content. */
  outlined?: boolean | undefined
}

/** Renders an icon without text: only for theme, close, paging and other icons everyone knows. */
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

/** Renders a link that looks like an `IconButton`. */
export const IconLink = ({ to, glyph, label }: { to: string; glyph: string; label: string }) => (
  <Link to={to} className={styles.button} aria-label={label} title={label}>
    <Icon glyph={glyph} />
  </Link>
)
