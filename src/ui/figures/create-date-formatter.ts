/**
 * What writes instants in one way, by time zone, the reader's own when none is named. Each is kept:
 * making one takes longer than writing a hundred texts, and long tables have thousands.
 */
export function createDateFormatter(locale: string, how: Intl.DateTimeFormatOptions) {
  const made = new Map<string | undefined, Intl.DateTimeFormat>()
  return (at: Date, timeZone?: string): string => {
    const writer = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...how, timeZone })
    made.set(timeZone, writer)
    return writer.format(at)
  }
}
