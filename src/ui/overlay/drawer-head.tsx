import type { ReactNode } from 'react'
import styles from './drawer-head.module.css'

type Props = {
  /** What is decided on, large; nothing where it has no amount. */
  amount?: ReactNode
  /** Below the amount. */
  note?: ReactNode
  /** Whose it is, or what it is about. */
  children: ReactNode
}

/** What a drawer is about, before anything else in it was read. */
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
