import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { checkCircle, info, warning, warningCircle } from '../icons.ts'
import styles from './callout.module.css'

const GLYPHS = { caution: warning, error: warningCircle, info, done: checkCircle }

type Props = {
  tone?: keyof typeof GLYPHS | undefined
  title?: ReactNode
  /** The last part of a panel instead of a box of its own. */
  inPanel?: boolean | undefined
  /** Announces the content when it appears. */
  live?: boolean | undefined
  children?: ReactNode
}

/** Renders a notice before an action: a risk, a rejection, a state. */
export function Callout({ tone = 'caution', title, inPanel, live, children }: Props) {
  return (
    <div
      className={joinClasses(styles.callout, styles[tone], inPanel && styles.inPanel)}
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
    >
      <Icon glyph={GLYPHS[tone]} />
      <div>
        {title && <b className={children ? styles.title : undefined}>{title}</b>}
        {children}
      </div>
    </div>
  )
}
