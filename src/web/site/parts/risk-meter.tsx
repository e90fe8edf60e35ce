import styles from './risk-meter.module.css'

const MAX_RISK = 7

/** Renders the risk from 1 to 7 as bars and as text. */
export const RiskMeter = ({ risk }: { risk: number }) => (
  <span className={styles.meter}>
    <span aria-hidden="true">
      {Array.from({ length: MAX_RISK }, (_, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seven bars that never change places
        <i key={bar} data-full={bar < risk || undefined} />
      ))}
    </span>
    Risk {risk} of {MAX_RISK}
  </span>
)
