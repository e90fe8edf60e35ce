import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './key-values.module.css'

export type KeyValue = { label: ReactNode; value: ReactNode }

type Props = {
  rows: readonly KeyValue[]
  /** The last line, ruled above and double ruled below: only for a true total. */
  total?: KeyValue | undefined
  /** True if the values are texts, which are read from the left beside their labels. */
  texts?: boolean
  className?: string | undefined
}

/** Renders labels on the left and values on the right; with `total` a sum that adds up. */
export function KeyValues({ rows, total, texts, className }: Props) {
  return (
    <dl className={joinClasses(styles.list, texts && styles.texts, className)}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be elements; rows don't move
        <div key={index}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
      {total && (
        <div className={styles.total}>
          <dt>{total.label}</dt>
          <dd>{total.value}</dd>
        </div>
      )}
    </dl>
  )
}

/** Renders labels above values, for long values such as an address, separated by rules. */
export function Details({ rows }: { rows: readonly (KeyValue & { aside?: ReactNode })[] }) {
  return (
    <dl className={styles.details}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be elements; rows don't move
        <div key={index}>
          <dt>
            <span>{row.label}</span>
            {row.aside}
          </dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
