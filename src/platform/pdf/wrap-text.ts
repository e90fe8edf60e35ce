import type { PdfCanvas } from './pdf-canvas.ts'
import type { Weight } from './pdf-fonts.ts'

/** Breaks a text into lines that fit a width; a wider word is broken. */
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

  for (const word of text
    .split(/\s+/)
    .flatMap((each) => splitWord(pen, each, width, size, weight))) {
    const needed = pen.widthOf(word, size, weight)
    if (used + space + needed > width) {
      lines.push(word)
      used = needed
    } else {
      lines[lines.length - 1] += ` ${word}`
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
