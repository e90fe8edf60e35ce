import styles from './data-table.module.css'

/**
 * Tells of the keys that `useRowKeys` gives to a table; nothing on narrow ones, which have no
 * keyboard.
 */
export const RowKeysHint = () => (
  <p className={styles.keys}>
    <kbd>J</kbd> <kbd>K</kbd> move, <kbd>Enter</kbd> opens
  </p>
)
