import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { arrowLeft, arrowRight } from '../icons.ts'
import styles from './text-link.module.css'

type Props = Omit<ComponentProps<typeof Link>, 'prefetch'> & {
  /** Replaces the default icon behind the text. */
  icon?: string | undefined
  /** Shows an arrow behind the text, as in 'All entries →'. */
  arrow?: boolean | undefined
}

/** Renders a standalone link. In running text use a plain `Link` with the class `link`. */
export function TextLink({ icon, arrow, className, children, ...rest }: Props) {
  const glyph = icon ?? (arrow ? arrowRight : undefined)
  return (
    <Link {...rest} className={joinClasses(styles.link, className)}>
      {children}
      {glyph && <Icon glyph={glyph} />}
    </Link>
  )
}

/** Renders the link back that every child screen has above its heading. */
export function BackLink({ to, children = 'Back' }: { to: string; children?: string }) {
  return (
    <Link to={to} className={joinClasses(styles.link, styles.back)}>
      <Icon glyph={arrowLeft} />
      {children}
    </Link>
  )
}
