import { Link } from 'react-router'
import styles from './journal-number.module.css'

/**
 * How soon what has no number yet is read again: a row is numbered by the seal, a moment after it
 * was posted.
 */
export const CHAIN_POLL_MS = 1_000

/**
 * The number of the entry that a figure was posted under. No folio means not posted: say so
 * instead.
 */
export function JournalNumber({ number, to }: { number: string; to: string }) {
  return (
    <Link to={to} className={styles.number} aria-label={`Ledger entry ${number}`}>
      {number}
    </Link>
  )
}
