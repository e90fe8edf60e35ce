import type { PdfCanvas } from './pdf-canvas.ts'
import type { Weight } from './pdf-fonts.ts'

/**
 * Breaks a text into lines that fit a width; a wider word is broken. A line that ends between two
 * words ends with a space, so that a reader of the text doesn't join them.
 */
export function wrapText(
  pen: PdfCanvas,
  text: string,
  width: number,
  size: number,
  weight: Weight = 400,
): string[] {
  const space = pen.widthOf(' ', size, weight)
  const lines: string[] = []
  let used = Number.POSITIVE_INFINITY

  for (const word of text.split(/\s+/))
    for (const [at, part] of splitWord(pen, word, width, size, weight).entries()) {
      const needed = pen.widthOf(part, size, weight)
      if (lines.length > 0 && at === 0) lines[lines.length - 1] += ' '

      if (used + space + needed > width) {
        lines.push(part)
        used = needed
      } else {
        lines[lines.length - 1] += part
        used += space + needed
      }
    }

  return lines
}

function splitWord(
  pen: PdfCanvas,
  word: string,
  width: number,
  size: number,
  weight: Weight,
): string[] {
  if (pen.widthOf(word, size, weight) <= width) return [word]

  const fitting = Math.max(
    1,
    Math.floor((word.length * width * 0.92) / pen.widthOf(word, size, weight)),
  )
  return word.match(new RegExp(`.{1,${fitting}}`, 'gsu')) ?? []
}
