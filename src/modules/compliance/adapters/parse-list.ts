import type { ListSource, ParsedList } from '../model/listed-party.ts'
import { createListError } from './list-errors.ts'
import { parseEuList } from './parse-eu.ts'
import { parseOfacList } from './parse-ofac.ts'
import { parseUkList } from './parse-uk.ts'
import { parseUnList } from './parse-un.ts'

const PARSERS: Record<ListSource, (text: string) => ParsedList> = {
  ofac: parseOfacList,
  un: parseUnList,
  eu: parseEuList,
  uk: parseUkList,
}

/**
 * Parses a sanctions list in its official format. Throws `invalid_list` (422), with what is wrong
 * and where, if the file has another format, is cut off or has no entries, or an identifier twice.
 */
export function parseList(source: ListSource, content: string | Uint8Array): ParsedList {
  const text = typeof content === 'string' ? content : decode(source, content)
  if (text.trim() === '') throw createListError(source, 'the file is empty')

  const list = PARSERS[source](text.replace(/^\uFEFF/, ''))
  if (list.parties.length === 0) throw createListError(source, 'it has no entries')

  const ids = new Set<string>()
  for (const { id } of list.parties) {
    if (ids.has(id)) throw createListError(source, `the identifier ${id} occurs twice`)
    ids.add(id)
  }

  return list
}

function decode(source: ListSource, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw createListError(source, 'it is not text in UTF-8')
  }
}
