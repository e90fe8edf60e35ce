/**
 * Returns the link to the subject of a journal row: its deposit or withdrawal, else the statement
 * of its day.
 */
export function buildSubjectLink(reference: string, day: string): string {
  if (reference.startsWith('dep_')) return `/dashboard/deposit-history?open=${reference}`
  if (reference.startsWith('wdr_')) return `/dashboard/withdraw-history?open=${reference}`
  return `/dashboard/statements?from=${day}&to=${day}`
}
