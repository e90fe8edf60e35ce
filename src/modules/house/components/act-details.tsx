import type { KeyValue } from '#ui/layout/key-values.tsx'

const words = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a change changed, field by field: 'statedHours: 24 to 48'. */
export function changesIn({ before, after }: Fields): string[] {
  if (!isFields(before) || !isFields(after)) return [`${words(before)} to ${words(after)}`]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => words(before[field]) !== words(after[field]))
    .map((field) => `${field}: ${words(before[field])} to ${words(after[field])}`)
}

/** The details of an act as rows, as they were written down. */
export const detailRows = (details: Fields): KeyValue[] =>
  Object.entries(details).map(([label, value]) => ({
    label,
    value: <span className="anywhere">{words(value)}</span>,
  }))
