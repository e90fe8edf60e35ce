/** The eight people of the matrix, in the order of its columns. */
export const PEOPLE = [
  'anonymous',
  'client',
  'other',
  'suspended',
  'viewer',
  'support',
  'finance',
  'owner',
] as const
export type Person = (typeof PEOPLE)[number]

const MATRIX_ANSWERS = ['in', '401', '403', '404', 'suspended'] as const
export type Word = (typeof MATRIX_ANSWERS)[number]

/** A call as the matrix names it, with what each person is answered. */
export type Row = { call: string; answers: Record<Person, Word> }

const isWord = (text: string): text is Word => MATRIX_ANSWERS.some((word) => word === text)
const METHOD = /^(GET|POST|PUT|PATCH|DELETE) /

/**
 * Reads the matrix; a line that isn't a row, a heading or empty is refused with what is wrong about
 * it.
 */
export function parseMatrix(matrix: string): Row[] {
  const [head = '', ...lines] = matrix.split('\n').filter((line) => line.trim() !== '')
  if (head.trim().split(/ +/).join() !== PEOPLE.join())
    throw new Error(`The matrix begins with its eight columns: ${PEOPLE.join(', ')}.`)

  const rows = lines.filter((line) => METHOD.test(line)).map(parseRow)
  const twice = rows.find(({ call }, at) => rows.findIndex((row) => row.call === call) !== at)
  if (twice) throw new Error(`${twice.call} is in the matrix twice.`)

  return rows
}

function parseRow(line: string): Row {
  const [method, path, ...answers] = line.trim().split(/ +/)
  const call = `${method} ${path}`

  if (answers.length !== PEOPLE.length || !answers.every(isWord))
    throw new Error(
      `${call} needs one word for each of ${PEOPLE.join(', ')}, of ${MATRIX_ANSWERS.join(', ')}: it has ` +
        `'${answers.join(' ')}'.`,
    )

  return {
    call,
    answers: Object.fromEntries(
      PEOPLE.map((person, at) => [person, answers[at]]),
    ) as Row['answers'],
  }
}

/**
 * Lists the differences between the matrix and the declared calls, each a sentence that says how to
 * correct it.
 */
export function findGaps(rows: readonly Row[], calls: readonly string[]): string[] {
  const known = new Set(rows.map(({ call }) => withoutQuery(call)))
  const missing = calls.filter((call) => !known.has(call))
  const stale = rows.filter(({ call }) => !calls.includes(withoutQuery(call)))

  return [
    ...missing.map(
      (call) =>
        `${call} has no row: add it to tests/properties/authorisation-matrix.ts, with what each ` +
        `of ${PEOPLE.join(', ')} may.`,
    ),
    ...stale.map(
      ({ call }) =>
        `${call} has a row, and there is no such call: delete the row, or mend its method and ` +
        `path.`,
    ),
  ]
}

const withoutQuery = (call: string) => call.replace(/\?.*/, '')
