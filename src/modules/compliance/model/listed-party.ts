/** The official sanctions lists: the United States', the United Nations', the EU's and the UK's. */
export const LIST_SOURCES = ['ofac', 'un', 'eu', 'uk'] as const
export type ListSource = (typeof LIST_SOURCES)[number]

/** A person, an organisation or another object, such as a ship, on one list. */
export type ListedParty = {
  /** The list's own identifier, unique within the list. */
  id: string
  kind: 'person' | 'entity' | 'other'
  /** As written on the list: the primary name, then the aliases. At least one. */
  names: string[]
  /** 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
  birthDates: string[]
  /** ISO 3166-1 alpha-2; a country that the list names in an unknown way is left out. */
  countries: string[]
  programmes: string[]
}

export type ParsedList = {
  source: ListSource
  /** 'YYYY-MM-DD'; null if the file gives no date. */
  publishedOn: string | null
  parties: ListedParty[]
}
