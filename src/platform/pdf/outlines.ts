import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

const { resolve } = createRequire(import.meta.url)
const FACES = {
  display: '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2',
  text: '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff',
} as const
export type Face = keyof typeof FACES

type Glyph = { id: number; path: { toSVG(): string } }
type Font = {
  unitsPerEm: number
  layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number }[] }
}

const opened = new Map<Face, Font>()

/** Loads a font with pdfkit's font reader: text in an image can't use the fonts of the pages. */
function loadFont(face: Face): Font {
  const known = opened.get(face)
  if (known) return known

  const doc = new PDFDocument({ autoFirstPage: false })
  doc.font(readFileSync(resolve(FACES[face])))

  const font = (doc as unknown as { _font: { font: Font } })._font.font
  opened.set(face, font)

  return font
}

const computeLayout = (face: Face, size: number, text: string) => {
  const font = loadFont(face)
  const { glyphs, positions } = font.layout(text)
  return { glyphs, positions, scale: size / font.unitsPerEm }
}

/** Returns the width of a line, in the unit of its size. */
export const measureLine = (face: Face, size: number, text: string): number => {
  const { positions, scale } = computeLayout(face, size, text)
  return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale
}

/** Returns whether a face has every letter of a text. */
export const hasLetters = (face: Face, text: string): boolean =>
  loadFont(face)
    .layout(text)
    .glyphs.every(({ id }) => id !== 0)

/** Returns the outline of each letter, with its advance in units of the font, and their scale. */
export function computeOutlines(face: Face, size: number, text: string) {
  const { glyphs, positions, scale } = computeLayout(face, size, text)
  return {
    scale,
    glyphs: glyphs.map((glyph, index) => ({
      path: glyph.path.toSVG(),
      advance: positions[index]?.xAdvance ?? 0,
    })),
  }
}

/** Renders a line of text as SVG outlines, with its base line at y. */
export function renderLineOutlines(
  text: string,
  { face, size, x, y, fill }: { face: Face; size: number; x: number; y: number; fill: string },
): string {
  const { glyphs, scale } = computeOutlines(face, size, text)
  let at = 0
  const drawn = glyphs.map(({ path, advance }) => {
    const placed = `<path transform="translate(${at} 0)" d="${path}"/>`
    at += advance
    return placed
  })

  return (
    `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" ` +
    `fill="${fill}">${drawn.join('')}</g>`
  )
}

/** Breaks words into lines of at most this width. */
export function breakLines(face: Face, size: number, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && measureLine(face, size, longer) <= width)
      lines[lines.length - 1] = longer
    else lines.push(word)
  }

  return lines
}
