import styles from './address.module.css'
import { splitAddress } from './split-address.ts'

/** A long address or hash, whole, in groups of four of which some are marked to compare. */
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
