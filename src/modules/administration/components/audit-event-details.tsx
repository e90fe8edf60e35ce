import type { KeyValue } from '#ui/layout/key-values.tsx'

const formatDetail = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

type Fields = Record<string, unknown>

/** Returns the details of an audit event as rows of labels and values. */
export const buildDetailRows = (details: Fields): KeyValue[] =>
  Object.entries(details).map(([label, value]) => ({
    label,
    value: <span className="anywhere">{formatDetail(value)}</span>,
  }))
