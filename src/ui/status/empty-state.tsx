import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './empty-state.module.css'

type Props = {
  /** One sentence that states what is missing. */
  children: ReactNode
  icon?: string | undefined
  /** The next step. */
  action?: ReactNode
}

/** Renders a list without items, and the next step. */
export function EmptyState({ children, icon, action }: Props) {
  return (
    <div className={styles.empty}>
      {icon && <Icon glyph={icon} />}
      <p>{children}</p>
      {action}
    </div>
  )
}
