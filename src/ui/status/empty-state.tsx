import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './empty-state.module.css'

type Props = {
  /** One sentence that says what is not there. */
  children: ReactNode
  icon?: string | undefined
  /** The next thing to do. */
  action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ children, icon, action }: Props) {
  return (
    <div className={styles.empty}>
      {icon && <Icon glyph={icon} />}
      <p>{children}</p>
      {action}
    </div>
  )
}
