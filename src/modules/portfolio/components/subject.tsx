import { buildEntryLink } from '#modules/transactions/model.ts'

/**
 * Returns the link from a journal entry on a statement to its subject: a deposit, a withdrawal or
 * an investment, else the entry itself.
 */
export function buildSubjectLink(reference: string, entry: { number: string; day: string }) {
  if (reference.startsWith('dep_')) return `/dashboard/deposit-history?open=${reference}`
  if (reference.startsWith('wdr_')) return `/dashboard/withdraw-history?open=${reference}`
  if (reference.startsWith('pos_')) return `/dashboard/positions/${reference}`
  return buildEntryLink(entry.number, entry.day)
}
