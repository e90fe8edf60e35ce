import { Link } from 'react-router'
import styles from './journal-number.module.css'

/**
 * Interval in milliseconds at which a row without a number is read again; the hash chain numbers
 * rows shortly after posting.
 */
export const CHAIN_POLL_MS = 1_000

/**
 * Renders the journal number of the entry behind a figure. Without a number the figure is not
 * posted: state that instead.
 */
export function JournalNumber({ number, to }: { number: string; to: string }) {
  return (
    <Link to={to} className={styles.number} aria-label={`Ledger entry ${number}`}>
      {number}
    </Link>
  )
}
