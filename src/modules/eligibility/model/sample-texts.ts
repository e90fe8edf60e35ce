/** The mark in the texts of the shipped samples; `find_sample_text()` in SQL looks for the same. */
const SAMPLE_MARK = /\b(?:Sample|SAMPLE)\b/

/**
 * Returns the paths of the texts of rules that still have the mark of the samples. Words that a
 * sample shares with the law, such as a prescribed warning, have none and can be confirmed as they
 * are.
 */
export function listSampleTexts(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return SAMPLE_MARK.test(value) ? [[...path]] : []
  if (value === null || typeof value !== 'object') return []

  return Object.entries(value).flatMap(([name, entry]) => listSampleTexts(entry, [...path, name]))
}
