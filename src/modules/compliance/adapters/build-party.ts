import type { ListedParty, ListSource } from '../model/listed-party.ts'
import { createListError } from './list-errors.ts'
import { listCountryCodes, listUnique, parseListDates } from './list-values.ts'

export type RawParty = {
  id: string | undefined
  kind: ListedParty['kind']
  names: readonly string[]
  /** In the list's own formats. */
  birthDates: readonly string[]
  /** Names or codes. */
  countries: readonly string[]
  programmes: readonly string[]
}

/** Builds a party from what a list says; throws `invalid_list` without an identifier or a name. */
export function buildParty(source: ListSource, raw: RawParty, line: number): ListedParty {
  const id = raw.id?.trim()
  if (!id) throw createListError(source, `the entry at line ${line} has no identifier`)

  const names = listUnique(raw.names)
  if (names.length === 0)
    throw createListError(source, `the entry ${id}, at line ${line}, has no name`)

  return {
    id,
    kind: raw.kind,
    names,
    birthDates: listUnique(raw.birthDates.flatMap(parseListDates)),
    countries: listCountryCodes(raw.countries),
    programmes: listUnique(raw.programmes),
  }
}
