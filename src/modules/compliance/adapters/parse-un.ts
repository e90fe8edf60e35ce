import type { ListedParty, ParsedList } from '../model/listed-party.ts'
import { buildParty } from './build-party.ts'
import { parsePublicationDate } from './list-values.ts'
import { listElements, listTexts, readXml, type XmlElement } from './read-elements.ts'

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/** Parses the UN Security Council's consolidated list in XML. */
export function parseUnList(text: string): ParsedList {
  const parties: ListedParty[] = []
  const layout = { root: 'CONSOLIDATED_LIST', records: ['INDIVIDUAL', 'ENTITY'] }
  const root = readXml('un', text, layout, (entry) => {
    parties.push(parseEntry(entry))
  })

  const publishedOn = parsePublicationDate(root.attributes.dateGenerated ?? '')
  return { source: 'un', publishedOn, parties }
}

function parseEntry(entry: XmlElement): ListedParty {
  const primary = NAME_PARTS.flatMap((part) => listTexts(entry, part)).join(' ')

  return buildParty(
    'un',
    {
      id: listTexts(entry, 'DATAID')[0],
      kind: entry.name === 'INDIVIDUAL' ? 'person' : 'entity',
      names: [
        primary,
        ...listTexts(entry, `${entry.name}_ALIAS`, 'ALIAS_NAME'),
        ...listTexts(entry, 'NAME_ORIGINAL_SCRIPT'),
      ],
      birthDates: listElements(entry, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(listDates),
      countries: listTexts(entry, 'NATIONALITY', 'VALUE'),
      programmes: listTexts(entry, 'UN_LIST_TYPE'),
    },
    entry.line,
  )
}

function listDates(birth: XmlElement): string[] {
  const range = [...listTexts(birth, 'FROM_YEAR'), ...listTexts(birth, 'TO_YEAR')].join(' to ')
  return [...listTexts(birth, 'DATE'), ...listTexts(birth, 'YEAR'), range]
}
