import type { CopyFormat } from '#modules/integrity/model.ts'

export type ReadRow = {
  date: string
  seq: bigint
  description: string
  notes: Record<string, string>
  postings: { account: string; amount: string; currency: string }[]
}
export type ReadCopy = {
  rows: ReadRow[]
  /** What each account has to come to, by its name there: `-12.34 USD`. */
  balances: Map<string, string>
}

/** Every character that some program takes for the end of a line. */
const ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
const DAY = String.raw`(\d{4}-\d\d-\d\d)`
const AMOUNT = String.raw`(-?\d+\.\d+) ([A-Z0-9]+)`

type Kind = 'row' | 'note' | 'posting' | 'balance'
type Shape = { [kind in Kind]: RegExp } & { ignored: RegExp }

const SHAPES: Record<CopyFormat, Shape> = {
  hledger: {
    ignored: new RegExp(
      String.raw`^$|^; .*$|^decimal-mark \.$|^commodity 1000\.0+ [A-Z]+$|^account \S+$|^${DAY} \* balance$`,
    ),
    row: new RegExp(String.raw`^${DAY} \* \((\d+)\) ([^;|]*)$`),
    note: /^ {4}; ([a-z_]+): ([^,]*)$/,
    posting: new RegExp(String.raw`^ {4}([^\s;]+) {2}${AMOUNT}$`),
    balance: new RegExp(String.raw`^ {4}([^\s;]+) {2}0\.0+ [A-Z0-9]+ == ${AMOUNT}$`),
  },
  beancount: {
    ignored: new RegExp(
      String.raw`^$|^; .*$|^${DAY} (?:commodity [A-Z]+|open \S+ [A-Z]+)$|^ {2}seq: \d+$`,
    ),
    row: new RegExp(String.raw`^${DAY} \*( )"([^"\\]*" "[^"\\]*)"$`),
    note: /^ {2}([a-z_]+): "([^"\\]*)"$/,
    posting: new RegExp(
      `^ {2}((?:Assets|Liabilities|Equity|Income)(?::[A-Z0-9][A-Za-z0-9-]*)+) {2}${AMOUNT}$`,
    ),
    balance: /^\d{4}-\d\d-\d\d balance (\S+) {2}(-?\d+\.\d+) ~ 0 ([A-Z0-9]+)$/,
  },
}

/**
 * Reads a copy of the books line by line, knowing nothing of the code that wrote it. A line that
 * isn't one of the few it knows is an error: that is how a text that broke out of its place shows.
 */
export function readCopy(format: CopyFormat, text: string): ReadCopy {
  const shape = SHAPES[format]
  const copy: ReadCopy = { rows: [], balances: new Map() }

  for (const [index, line] of text.split(ENDS).entries()) {
    const kind = (['balance', 'posting', 'note', 'row'] as const).find((name) =>
      shape[name].test(line),
    )
    const [, ...parts] = kind ? (shape[kind].exec(line) ?? []) : []

    if (kind) take(copy, kind, parts)
    else if (!shape.ignored.test(line))
      throw new Error(`line ${index + 1} is none of a copy: ${line}`)
  }

  return copy
}

function take(copy: ReadCopy, kind: Kind, [one = '', two = '', three = '']: string[]) {
  const row = copy.rows.at(-1)
  if (kind === 'balance') copy.balances.set(one, `${two} ${three}`)
  else if (kind === 'row') {
    const seq = two.trim() === '' ? BigInt(copy.rows.length + 1) : BigInt(two)
    copy.rows.push({
      date: one,
      seq,
      description: three.replace('" "', ' '),
      notes: {},
      postings: [],
    })
  } else if (!row) throw new Error('there is no row above it')
  else if (kind === 'note') row.notes[one] = two
  else row.postings.push({ account: one, amount: two, currency: three })
}

/** The decimals of `-12.34` or `-12.34 USD` as a whole number of the last digit. */
export const parseUnits = (text: string) => BigInt(text.replace(/ .*$/, '').replace('.', ''))

/**
 * What each account comes to by its rows, in units of the last digit; each row has to come to
 * nothing by itself.
 */
export function sumByAccount({ rows }: ReadCopy): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { seq, postings } of rows) {
    const total = postings.reduce((sum, { amount }) => sum + parseUnits(amount), 0n)
    if (
      total !== 0n ||
      postings.length !== 2 ||
      new Set(postings.map((one) => one.currency)).size !== 1
    )
      throw new Error(`row ${seq} does not balance`)

    for (const { account, amount } of postings)
      sums.set(account, (sums.get(account) ?? 0n) + parseUnits(amount))
  }

  return sums
}
