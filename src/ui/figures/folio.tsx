import { Link } from 'react-router'
import styles from './folio.module.css'

/** The number of the entry that a figure was posted under. No folio means not posted: say so instead. */
export function Folio({ number, to }: { number: string; to: string }) {
  return (
    <Link to={to} className={styles.folio} aria-label={`Ledger entry ${number}`}>
      {number}
    </Link>
  )
}
