import type { ListedParty, ParsedList } from '../model/listed-party.ts'
import { buildParty } from './build-party.ts'
import { parsePublicationDate } from './list-values.ts'
import { listElements, readXml, type XmlElement } from './read-elements.ts'

const KINDS: Readonly<Record<string, ListedParty['kind']>> = {
  person: 'person',
  enterprise: 'entity',
}

/** Parses the EU's financial sanctions file in XML 1.1; its values are attributes. */
export function parseEuList(text: string): ParsedList {
  const parties: ListedParty[] = []
  const root = readXml('eu', text, { root: 'export', records: ['sanctionEntity'] }, (entry) => {
    parties.push(parseEntry(entry))
  })

  const publishedOn = parsePublicationDate(root.attributes.generationDate ?? '')
  return { source: 'eu', publishedOn, parties }
}

function parseEntry(entry: XmlElement): ListedParty {
  const [kind = ''] = listAttributes(entry, 'subjectType', 'code')

  return buildParty(
    'eu',
    {
      id: entry.attributes.logicalId,
      kind: KINDS[kind.toLowerCase()] ?? 'other',
      names: listElements(entry, 'nameAlias').map(({ attributes }) => formatName(attributes)),
      birthDates: listElements(entry, 'birthdate').map(
        ({ attributes: { birthdate, year } }) => birthdate || year || '',
      ),
      // '00' is the list's code of an unknown country
      countries: listAttributes(entry, 'citizenship', 'countryIso2Code'),
      programmes: listAttributes(entry, 'regulation', 'programme'),
    },
    entry.line,
  )
}

const formatName = ({ wholeName, firstName, middleName, lastName }: Record<string, string>) =>
  wholeName?.trim() || [firstName, middleName, lastName].filter(Boolean).join(' ')

const listAttributes = (entry: XmlElement, name: string, attribute: string): string[] =>
  listElements(entry, name).map(({ attributes }) => attributes[attribute] ?? '')
