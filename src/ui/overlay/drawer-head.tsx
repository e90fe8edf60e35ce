import type { ReactNode } from 'react'
import styles from './drawer-head.module.css'

type Props = {
  /** The amount to decide on; undefined where there is none. */
  amount?: ReactNode
  /** Below the amount. */
  note?: ReactNode
  /** The member and the subject. */
  children: ReactNode
}

/** Renders the subject of a drawer above its details. */
export const DrawerHead = ({ amount, note, children }: Props) => (
  <div className={styles.head}>
    {amount && (
      <div>
        <p className={styles.amount}>{amount}</p>
        {note && <p className="muted">{note}</p>}
      </div>
    )}
    <div className={styles.about}>{children}</div>
  </div>
)
