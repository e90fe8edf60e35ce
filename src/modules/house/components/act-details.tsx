import type { KeyValue } from '#ui/layout/key-values.tsx'

const words = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

type Fields = Record<string, unknown>

/** The details of an act as rows, as they were written down. */
export const detailRows = (details: Fields): KeyValue[] =>
  Object.entries(details).map(([label, value]) => ({
    label,
    value: <span className="anywhere">{words(value)}</span>,
  }))
