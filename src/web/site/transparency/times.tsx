import { MINUTE_MS } from '#lib/dates.ts'
import type { TransparencyReport } from '#modules/transparency/queries.ts'
import { formatDuration } from '#ui/figures/span.ts'
import styles from '../transparency.module.css'

const DAY_MINUTES = 1_440

/** Displays how long withdrawals took. */
export function Times({ statedHours, measured }: TransparencyReport['withdrawals']) {
  return (
    <div className={styles.prose} data-source="openBooks">
      <p>
        We aim to pay withdrawals within <b>{statedHours} hours</b>.
      </p>
      <p>
        {measured ? (
          <>
            Paid in the last 30 days: {measured.count}{' '}
            {measured.count === 1 ? 'withdrawal' : 'withdrawals'}. Median{' '}
            <b>{formatMaxDuration(measured.medianMs)}</b>, slowest{' '}
            <b>{formatMaxDuration(measured.slowestMs)}</b>, from request to payment.
          </>
        ) : (
          'No withdrawals were paid in the last 30 days, so there is nothing to measure yet.'
        )}
      </p>
    </div>
  )
}

/** Formats a duration, rounded up, so that no figure looks faster than it was. */
function formatMaxDuration(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  return formatDuration(minutes > DAY_MINUTES ? Math.ceil(minutes / 60) * 60 : minutes)
}
