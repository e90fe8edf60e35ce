import styles from './address.module.css'
import { splitAddress } from './split-address.ts'

/**
 * Renders a long address or hash in full, in groups of four, some of them marked for comparison.
 */
export function Address({ value }: { value: string }) {
  return (
    <span className={styles.address}>
      <span className="visually-hidden">{value}</span>
      {splitAddress(value).map(({ text, marked }, index) =>
        marked ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
          <b key={index} aria-hidden="true">
            {text}
          </b>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
          <span key={index} aria-hidden="true">
            {text}
          </span>
        ),
      )}
    </span>
  )
}
