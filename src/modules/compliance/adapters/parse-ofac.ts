import type { ListedParty, ParsedList } from '../model/listed-party.ts'
import { buildParty } from './build-party.ts'
import { parsePublicationDate } from './list-values.ts'
import { listElements, listTexts, readXml, type XmlElement } from './read-elements.ts'

const KINDS: Readonly<Record<string, ListedParty['kind']>> = {
  Individual: 'person',
  Entity: 'entity',
}

/** Parses OFAC's `sdn.xml`; the consolidated list has the same format. */
export function parseOfacList(text: string): ParsedList {
  const parties: ListedParty[] = []
  const root = readXml('ofac', text, { root: 'sdnList', records: ['sdnEntry'] }, (entry) => {
    parties.push(parseEntry(entry))
  })

  // OFAC's own schema spells the element like this
  const [published = ''] = listTexts(root, 'publshInformation', 'Publish_Date')
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(published) ?? []
  const publishedOn = year ? parsePublicationDate(`${year}-${month}-${day}`) : null
  return { source: 'ofac', publishedOn, parties }
}

function parseEntry(entry: XmlElement): ListedParty {
  const [kind = ''] = listTexts(entry, 'sdnType')

  return buildParty(
    'ofac',
    {
      id: listTexts(entry, 'uid')[0],
      kind: KINDS[kind] ?? 'other',
      names: [entry, ...listElements(entry, 'akaList', 'aka')].map(formatName),
      birthDates: listTexts(entry, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth'),
      countries: [
        ...listTexts(entry, 'nationalityList', 'nationality', 'country'),
        ...listTexts(entry, 'citizenshipList', 'citizenship', 'country'),
      ],
      programmes: listTexts(entry, 'programList', 'program'),
    },
    entry.line,
  )
}

const formatName = (element: XmlElement): string =>
  [...listTexts(element, 'firstName'), ...listTexts(element, 'lastName')].join(' ')
