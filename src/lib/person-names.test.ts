import { expect, test } from 'vitest'
import { assertName, findNameProblem } from './person-names.ts'

test.each([
  ['Ana\u202eyrat', 'changes the direction of text (U+202E)'],
  ['\u2067Ana', 'changes the direction of text (U+2067)'],
  ['\u200b', 'an invisible character (U+200B)'],
  ['An\u200da', 'an invisible character (U+200D)'],
  ['Ana\u00ad', 'an invisible character (U+00AD)'],
  ['\u3164', 'an invisible character (U+3164)'],
  ['\u2800', 'an invisible character (U+2800)'],
  ['Ana\ufe0f', 'an invisible character (U+FE0F)'],
  ['Ana\u{e0041}', 'an invisible character (U+E0041)'],
  ['Ana\nRuiz', 'a control character or a line break (U+000A)'],
  ['Ana\u2028Ruiz', 'a control character or a line break (U+2028)'],
  ['...', 'at least one letter'],
])('%j is no name, and the message gives the character', (text, part) => {
  expect(findNameProblem(text)).toContain(part)
  expect(() => assertName(text, 'first_name')).toThrow(part)
})

test.each([
  'Ana',
  'Jean-Luc O’Neill',
  'María José',
  'Ngũgĩ wa Thiong’o',
  'Łukasz',
  'Χρήστος',
  'Анна-Мария',
  '李小龍',
  'محمد',
  'علی\u200cرضا',
  'क्\u200dष',
  'J. R.',
  'Studio 54',
])('%j is a name', (text) => {
  expect(findNameProblem(text)).toBeNull()
})
