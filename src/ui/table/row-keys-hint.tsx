import styles from './data-table.module.css'

/** Explains the keys of `useRowKeys`; hidden on narrow screens, which have no keyboard. */
export const RowKeysHint = () => (
  <p className={styles.keys}>
    <kbd>J</kbd> <kbd>K</kbd> move, <kbd>Enter</kbd> opens
  </p>
)
