import type { Tx } from '#platform/db/db.ts'
import type { Actor } from '../model.ts'
import { record } from './record-audit-event.ts'

export type Download = {
  /** The name of the file. */
  name: string
  /** The number of rows of a list; null for a single document. */
  rows: number | null
  /** The input of the caller: the filters of a list, or the id of a document. */
  input: Readonly<Record<string, unknown>>
}

const MAX_FILTERS = 12
const MAX_FILTER_LENGTH = 200

/** Returns the filters that were set, shortened. */
function parseFilter(input: Download['input']): Record<string, string> {
  const filters = Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && name !== 'id'
      ? [[name.slice(0, 40), value.slice(0, MAX_FILTER_LENGTH)] as const]
      : [],
  )
  return Object.fromEntries(filters.slice(0, MAX_FILTERS))
}

/**
 * Records that staff download a list, with its filters and the number of its rows, or a single
 * document. The subject is the id of the document, or the name of the file.
 */
export async function recordDownload(
  tx: Tx,
  at: Date,
  actor: Actor,
  { name, rows, input }: Download,
): Promise<void> {
  const filter = parseFilter(input)
  const subjectId = typeof input.id === 'string' ? input.id : name
  const filtered = Object.keys(filter).length > 0 && { filter }

  if (rows === null) await record(tx, at, actor, 'file.downloaded', subjectId, { file: name })
  else await record(tx, at, actor, 'list.exported', subjectId, { file: name, rows, ...filtered })
}
