import { Callout } from '#ui/status/callout.tsx'
import styles from './paused.module.css'

/** Renders what is paused, with the owner's public reason. */
export const Paused = ({ what, reason }: { what: string; reason: string }) => (
  <div className={styles.paused}>
    <Callout title={`${what} are paused.`}>{reason}</Callout>
  </div>
)
