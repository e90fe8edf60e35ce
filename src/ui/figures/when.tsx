import { createDateFormatter } from './create-date-formatter.ts'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit' } as const

const minutes = createDateFormatter('en-GB', MINUTE)
const days = createDateFormatter('en-GB', DAY)

/** Formats an instant in the reader's time zone unless one is given: '18 Nov 2026, 07:00'. */
export const formatDateTime = (iso: string, timeZone?: string) => minutes(new Date(iso), timeZone)

/** Formats a calendar day, the same in every time zone: '18 Nov 2026'. */
export const formatCalendarDay = (day: string) => days(new Date(`${day}T00:00:00Z`), 'UTC')

/** Renders an instant, with its full value in `datetime` and on hover. */
export function When({ at, timeZone }: { at: string; timeZone?: string | undefined }) {
  return (
    <time dateTime={at} title={at}>
      {formatDateTime(at, timeZone)}
    </time>
  )
}

/** Renders a calendar day. */
export const CalendarDay = ({ day }: { day: string }) => (
  <time dateTime={day}>{formatCalendarDay(day)}</time>
)
