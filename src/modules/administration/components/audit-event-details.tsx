import type { KeyValue } from '#ui/layout/key-values.tsx'

const formatDetail = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

type Fields = Record<string, unknown>

/** The details of an act as rows, as they were written down. */
export const buildDetailRows = (details: Fields): KeyValue[] =>
  Object.entries(details).map(([label, value]) => ({
    label,
    value: <span className="anywhere">{formatDetail(value)}</span>,
  }))
