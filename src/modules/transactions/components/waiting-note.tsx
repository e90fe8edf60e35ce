import { formatDuration } from '#ui/figures/span.ts'
import { formatDateTime, When } from '#ui/figures/when.tsx'

type WaitingRow = {
  /** For how long it has waited for staff; null unless it waits. */
  waitingMinutes: number | null
  /** Until when it is promised. */
  expectedBy: string | null
}

/** Describes how long a row has waited and when it is due; empty for other rows. */
export const describeWaiting = ({ waitingMinutes, expectedBy }: WaitingRow): string =>
  waitingMinutes === null
    ? ''
    : `, waiting ${formatDuration(waitingMinutes)}` +
      (expectedBy ? `, due ${formatDateTime(expectedBy, 'UTC')}` : '')

/** Displays the age of a row of a work queue, and when it is due. */
export const WaitingNote = ({ row: { waitingMinutes, expectedBy } }: { row: WaitingRow }) =>
  waitingMinutes !== null && (
    <div className="meta muted">
      Waiting {formatDuration(waitingMinutes)}
      {expectedBy && (
        <>
          , due <When at={expectedBy} timeZone="UTC" />
        </>
      )}
    </div>
  )
