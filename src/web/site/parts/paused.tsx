import { Callout } from '#ui/status/callout.tsx'
import styles from './paused.module.css'

/** What an owner has paused, and the reason as it was written for the public. */
export const Paused = ({ what, reason }: { what: string; reason: string }) => (
  <div className={styles.paused}>
    <Callout title={`${what} are paused.`}>{reason}</Callout>
  </div>
)
