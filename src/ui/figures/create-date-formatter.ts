/**
 * Returns a formatter of instants by time zone, by default the reader's. Formatters are cached:
 * creating one takes longer than formatting a hundred texts.
 */
export function createDateFormatter(locale: string, how: Intl.DateTimeFormatOptions) {
  const made = new Map<string | undefined, Intl.DateTimeFormat>()
  return (at: Date, timeZone?: string): string => {
    const writer = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...how, timeZone })
    made.set(timeZone, writer)
    return writer.format(at).replace('Sept', 'Sep') // British English alone has four letters
  }
}
