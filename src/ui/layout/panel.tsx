import { type ComponentProps, type ReactNode, useId } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './panel.module.css'

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** At the end of the heading's line: a figure, a tag, a link. */
  aside?: ReactNode
  /** The line below, separated by a rule. */
  foot?: ReactNode
  /** The content has its own padding: a table, a list with full-width rules. */
  flush?: boolean | undefined
  headingLevel?: 2 | 3 | undefined
}

/** Renders a panel: a border, no shadow, never inside another panel. */
export function Panel({
  title,
  aside,
  foot,
  flush,
  headingLevel = 2,
  className,
  children,
  ...rest
}: Props) {
  const id = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'

  return (
    <section
      aria-labelledby={title ? id : undefined}
      {...rest}
      className={joinClasses(styles.panel, className)}
    >
      {title && (
        <div className={styles.head}>
          <Heading id={id}>{title}</Heading>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      {children != null && (
        <div className={joinClasses(!flush && styles.body, Boolean(title) && styles.headed)}>
          {children}
        </div>
      )}
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  )
}
