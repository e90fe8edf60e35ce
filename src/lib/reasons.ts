const MIN_LENGTH = 5
const TWO_PARTS = /\S\s+\S/

/**
 * Returns whether a trimmed text is a reason: some words, at most `maxLength` characters. A letter
 * or a single word explains nothing to the person who reads it.
 */
export const isReason = (text: string, maxLength: number): boolean =>
  text.length >= MIN_LENGTH && text.length <= maxLength && TWO_PARTS.test(text)
