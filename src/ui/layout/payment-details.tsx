import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import { Callout } from '../status/callout.tsx'
import styles from './payment-details.module.css'

export type PaymentRow = {
  label: ReactNode
  /** At the end of the label's line: a countdown or a hint. */
  aside?: ReactNode
  value: ReactNode
  /** A button next to the value, or below it when the value is long. */
  action?: ReactNode
  large?: boolean | undefined
}

type Props = {
  /** A `QrCode`; on phones below the rest. */
  code: ReactNode
  rows: readonly PaymentRow[]
  warning: ReactNode
}

/**
 * Renders payment instructions: a code to scan next to amount, address and network, and the
 * warning.
 */
export function PaymentDetails({ code, rows, warning }: Props) {
  return (
    <section className={styles.panel}>
      <div className={styles.halves}>
        <div className={styles.code}>{code}</div>
        <dl className={styles.rows}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may be elements; rows don't move
            <div key={index}>
              <dt>
                <span>{row.label}</span>
                {row.aside && <span>{row.aside}</span>}
              </dt>
              <dd className={joinClasses(row.large && styles.large)}>
                <div>{row.value}</div>
                {row.action && <div className={styles.action}>{row.action}</div>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Callout inPanel>{warning}</Callout>
    </section>
  )
}
