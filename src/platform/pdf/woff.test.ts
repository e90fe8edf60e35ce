import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)
const FILES = ['latin', 'latin-ext'].flatMap((script) =>
  [400, 600].map(
    (weight) => `@fontsource/instrument-sans/files/instrument-sans-${script}-${weight}-normal.woff`,
  ),
)

type Font = {
  characterSet: number[]
  layout(text: string): {
    glyphs: { path: { toSVG(): string } }[]
    positions: { xAdvance: number }[]
  }
}

/** What a font draws of every letter that it has, as the paper's printer reads it. */
function readOutlines(bytes: Buffer): string[] {
  const doc = new PDFDocument({ autoFirstPage: false })
  doc.font(bytes)

  const { font } = (doc as unknown as { _font: { font: Font } })._font
  const letters = font.characterSet.map((point) => String.fromCodePoint(point)).join('')
  const { glyphs, positions } = font.layout(letters)
  return glyphs.map(({ path }, at) => `${positions[at]?.xAdvance} ${path.toSVG()}`)
}

test.each(FILES)('%s draws every letter as before once it is unpacked', (file) => {
  const packed = readFileSync(resolve(file))
  const found = readOutlines(packed)
  expect(found.length).toBeGreaterThan(100)
  expect(readOutlines(unpackWoff(packed))).toEqual(found)
})

test('what is no WOFF 1.0, and one with a broken table, are no font', () => {
  const packed = readFileSync(resolve(FILES[0] ?? ''))
  expect(() => unpackWoff(Buffer.from('wOF2 and more'))).toThrow('the font is WOFF 1.0')
  expect(() => unpackWoff(packed.subarray(0, 9_000))).toThrow()
})
