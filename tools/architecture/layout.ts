import type { Violation } from './architecture.ts'
import { isSource } from './function-names.ts'
import type { Source } from './source.ts'

export const MAX_LINE_LENGTH = 100
/** The icons are copied drawings. */
const DRAWINGS = 'src/ui/icons.ts'
const RELATIVE_CLAUSE =
  /^\/\*\*[\s*]*(What|Who|Whom|Whose|Whoever|How|Whether|Where|When|Those|That which|Which|So many)\b/

/** Returns the lines at which doc comments begin with a relative clause, not a verb or a noun. */
export const listRelativeComments = (text: string): number[] =>
  [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)]
    .filter(([comment]) => RELATIVE_CLAUSE.test(comment))
    .map(({ index }) => text.slice(0, index).split('\n').length)

/** Holds the width of lines and the beginnings of doc comments in `src`. */
export function checkLayout({ file, text }: Source): Violation[] {
  if (!isSource(file) || file === DRAWINGS) return []

  const long = text
    .split('\n')
    .flatMap((line, index) => (line.length > MAX_LINE_LENGTH ? [index + 1] : []))

  return [
    ...long.map(
      (line): Violation => ({
        rule: 'width of a line',
        at: `${file}:${line}`,
        fix: `at most ${MAX_LINE_LENGTH} characters: break the line`,
      }),
    ),
    ...listRelativeComments(text).map(
      (line): Violation => ({
        rule: 'beginning of a doc comment',
        at: `${file}:${line}`,
        fix: "begin with a verb ('Returns …') or a noun, not with What, Who, How, Whether …",
      }),
    ),
  ]
}
