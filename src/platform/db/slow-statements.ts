import { MINUTE_MS } from '#lib/dates.ts'
import type { Logger } from '../monitoring/log.ts'

/** Reports how long a statement took. */
export type OnStatement = (sql: string, ms: number) => void

const MAX_LENGTH = 500
const LINES_PER_MINUTE = 20

/**
 * Returns the text of a statement on one line, without any value: parameters are not part of it,
 * and quoted texts and numbers are replaced.
 */
export function describeStatement(sql: string): string {
  const text = sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$".])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()

  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

/**
 * Returns a listener that logs each statement that took `thresholdMs` or longer, one line each, at
 * most twenty a minute; the next line states how many were left out. Undefined for 0, which turns
 * it off.
 */
export function logSlowStatements(log: Logger, thresholdMs: number): OnStatement | undefined {
  if (thresholdMs === 0) return undefined

  let minute = 0
  let lines = 0
  let omitted = 0

  return (sql, ms) => {
    if (ms < thresholdMs) return

    const current = Math.floor(performance.now() / MINUTE_MS)
    if (current !== minute) [minute, lines] = [current, 0]
    if (lines === LINES_PER_MINUTE) {
      omitted += 1
      return
    }

    const statement = describeStatement(sql)
    log.warn(
      { ms: Math.round(ms), statement, ...(omitted > 0 && { omitted }) },
      'a statement is slow',
    )
    lines += 1
    omitted = 0
  }
}
