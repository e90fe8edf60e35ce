import { DomainError } from './errors.ts'

/** Characters without a shape: they hide in a name, or change how the text around it is read. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The joiners that some scripts need inside a word. */
const SCRIPT =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}' +
  '\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Mongolian}]'
const JOINERS = new RegExp(`(?<=${SCRIPT})[\\u200c\\u200d](?=${SCRIPT})`, 'gu')

const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const describeHidden = (sign: string) => {
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const kind = DIRECTIONS.test(sign)
    ? 'a character that changes the direction of text'
    : /[\p{Cc}\p{Zl}\p{Zp}]/u.test(sign)
      ? 'a control character or a line break'
      : 'an invisible character'

  return `${kind} (${code})`
}

/**
 * Returns why a text can't be displayed as a name, as a sentence; null if it can. A name is one
 * line without control, direction or invisible characters, and has a letter or a digit.
 */
export function findNameProblem(text: string): string | null {
  const hidden = HIDDEN.exec(text.replace(JOINERS, ''))?.[0]
  if (hidden) return `A name may not contain ${describeHidden(hidden)}. Please type it again.`

  return /[\p{L}\p{N}]/u.test(text) ? null : 'A name needs at least one letter.'
}

/** Checks a field of a form by `findNameProblem`; an empty field has its own message. */
export function checkName(field: { value: string; issues: unknown[] }): void {
  const problem = field.value === '' ? null : findNameProblem(field.value)
  if (problem) field.issues.push({ code: 'custom', message: problem, input: field.value })
}

/** Throws `invalid_name` (400) with the field for what `findNameProblem` finds. */
export function assertName(text: string, field: string): void {
  const problem = findNameProblem(text)
  if (problem) throw new DomainError('invalid_name', 400, problem, field)
}
