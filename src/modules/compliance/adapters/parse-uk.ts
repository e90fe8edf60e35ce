import { parse } from 'csv-parse/sync'
import type { ListedParty, ParsedList } from '../model/listed-party.ts'
import { buildParty } from './build-party.ts'
import { createListError } from './list-errors.ts'
import { parsePublicationDate } from './list-values.ts'

type CsvRow = { record: string[]; info: { lines: number } }
type NumberedRow = { line: number; cells: ReadonlyMap<string, string> }

const NAME_COLUMNS = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6']
const KINDS: Readonly<Record<string, ListedParty['kind']>> = {
  individual: 'person',
  entity: 'entity',
}

/** The columns of the UK Sanctions List, then those of OFSI's consolidated list. */
const COLUMNS = {
  id: ['Unique ID', 'Group ID'],
  kind: ['Designation Type', 'Group Type'],
  nameType: ['Name type', 'Alias Type'],
  originalScript: ['Name non-latin script'],
  birthDate: ['D.O.B', 'DOB'],
  nationality: ['Nationality(/ies)', 'Nationality'],
  regime: ['Regime Name', 'Regime'],
} as const
type Column = keyof typeof COLUMNS

/**
 * Parses the UK Sanctions List in CSV, or OFSI's consolidated list in its last format: a first line
 * with the date, then the headers. The rows of one identifier are one party.
 */
export function parseUkList(text: string): ParsedList {
  const [dated, header, ...rows] = readRows(text)
  const names = header?.record.map(normaliseHeader) ?? []
  for (const needed of [...NAME_COLUMNS, COLUMNS.id, COLUMNS.kind])
    if (![needed].flat().some((name) => names.includes(normaliseHeader(name))))
      throw createListError('uk', `its second line has no column "${[needed].flat()[0]}"`)

  const byId = new Map<string, NumberedRow[]>()
  for (const { record, info } of rows) {
    if (record.length !== names.length)
      throw createListError(
        'uk',
        `line ${info.lines} has ${record.length} cells instead of ${names.length}`,
      )

    const cells = new Map(names.map((name, at) => [name, record[at]?.trim() ?? '']))
    const row = { line: info.lines, cells }
    const id = readCell(row, 'id')
    byId.set(id, [...(byId.get(id) ?? []), row])
  }

  return {
    source: 'uk',
    publishedOn: parsePublicationDate(dated?.record.join(' ') ?? ''),
    parties: [...byId].map(([id, group]) => parseGroup(id, group)),
  }
}

function readRows(text: string): CsvRow[] {
  if (text.trimStart().startsWith('<')) throw createListError('uk', 'line 1 is not CSV')

  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as CsvRow[]
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw createListError('uk', problem.replace(/\.$/, ''))
  }
}

function parseGroup(id: string, rows: readonly NumberedRow[]): ListedParty {
  const isPrimary = (row: NumberedRow) => /^primary name$/i.test(readCell(row, 'nameType'))
  const sorted = rows.toSorted((one, other) => Number(isPrimary(other)) - Number(isPrimary(one)))
  const [first] = sorted
  const list = (column: Column) => rows.map((row) => readCell(row, column))

  return buildParty(
    'uk',
    {
      id,
      kind: KINDS[first ? readCell(first, 'kind').toLowerCase() : ''] ?? 'other',
      names: [...sorted.map(formatName), ...list('originalScript')],
      birthDates: list('birthDate').flatMap(splitNumbered),
      countries: list('nationality').flatMap(splitNumbered),
      programmes: list('regime'),
    },
    first?.line ?? 0,
  )
}

const normaliseHeader = (header: string): string => header.trim().toLowerCase()

/** Returns the cell of the first of the column's headers that the file has. */
function readCell({ cells }: NumberedRow, column: Column): string {
  const header = COLUMNS[column].map(normaliseHeader).find((name) => cells.has(name))
  return (header && cells.get(header)) || ''
}

const formatName = ({ cells }: NumberedRow): string =>
  NAME_COLUMNS.map((column) => cells.get(normaliseHeader(column)) ?? '')
    .filter((part) => part !== '')
    .join(' ')

/** Splits "(1) Iraq (2) Syria", as the list writes more values than one. */
const splitNumbered = (text: string): string[] => text.split(/\(\d+\)|[;|]|\.\s/)
