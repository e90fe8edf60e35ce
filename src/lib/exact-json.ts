import { formatAmount } from './money.ts'

type ReviverContext = { source?: string }
type ExactJson = {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: ReviverContext) => unknown,
  ): unknown
  rawJSON(text: string): unknown
}

const json = JSON as unknown as ExactJson
const WHOLE = /^-?(0|[1-9]\d*)$/

/** Returns a number for an integer that a float stores exactly; any other number stays its text. */
const toExactNumber = (value: number, source: string) =>
  WHOLE.test(source) && Number.isSafeInteger(value) ? value : source

/**
 * Reads JSON without turning an amount into a float: `12.5` and `90071992547409.93` arrive as their
 * exact texts. Throws a SyntaxError when the text isn't JSON.
 */
export const parseExactJson = (text: string): unknown =>
  json.parse(text, (_key, value, context) =>
    typeof value === 'number' ? toExactNumber(value, context.source ?? String(value)) : value,
  )

/**
 * Writes JSON in which every bigint is an amount in cents and leaves as a JSON number of dollars
 * with two decimals.
 */
export const writeExactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? json.rawJSON(formatAmount(item, 'USD')) : item,
  )
